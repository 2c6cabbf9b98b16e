/** Where the links in mails lead. */

export type CallbackPurpose = 'email-verification' | 'password-reset' | 'magic-link-callback' | 'team-invitation';

/** The app's own handler on this machine; the link says which connection it belongs to. */
export function callbackAddress(connectionId: string, purpose: CallbackPurpose): string {
  const address = new URL(`http://localhost:47810/handler/${purpose}`);
  address.searchParams.set(connectionParameter, connectionId);
  return address.href;
}

/** The query parameter that names the connection; mailed links keep it (flows 8). */
export const connectionParameter = 'connection';
