export async function verifyDocument(): Promise<never> {
  throw new Error('pending');
}
