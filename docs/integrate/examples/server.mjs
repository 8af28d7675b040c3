import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { Countersign } from '@countersign/sdk';

const { recipients } = new Countersign({ sandbox: true });
const page = await readFile('sign.html');

const server = createServer(async (request, response) => {
  if (request.method === 'POST' && request.url === '/signing-link') {
    // In your application, find out here which recipient the signed-in person is.
    const { url } = await recipients.createLink(process.env.DOCUMENT_ID, process.env.SIGNER_ID);
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ url }));
  } else {
    response.setHeader('content-type', 'text/html').end(page);
  }
});
server.listen(process.env.PORT ?? 8080, 'localhost', () => console.log(`http://localhost:${server.address().port}`));
