import '@countersign/embed';
import { useState } from 'react';

/** `link` is the url that your server got for this person. React 19 passes attributes and events to the element. */
export function SignContract({ link }) {
  const [status, setStatus] = useState('');
  if (status === 'expired') return <p role="status">The document has expired.</p>;
  if (status !== '') return <p role="status">{`Thank you. The document was ${status}.`}</p>;
  return (
    <countersign-sign
      link={link}
      accent-color="#0b6e4f"
      style={{ height: '80vh' }}
      onfinished={({ detail }) => setStatus(detail.status)}
    />
  );
}
