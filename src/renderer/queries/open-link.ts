import { api } from '../api';

/** Opens a pasted link, or a code alone, for a connection where it is known. Returns the ID of the link, which is pending from now on. */
export async function openLink(text: string, connectionId: string | undefined): Promise<string> {
  const { id } = await api.links.open({ text, ...(connectionId === undefined ? {} : { connectionId }) });
  return id;
}
