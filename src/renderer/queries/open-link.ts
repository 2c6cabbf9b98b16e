import { api } from '../api';

/** Reads a pasted link, or a code alone as one of the connection's; answers the id of the link that waits from now on. */
export async function openLink(text: string, connectionId: string | undefined): Promise<string> {
  const isAlone = !text.includes('://') && connectionId !== undefined;
  const { id } = await api.links.open({ text, ...(isAlone ? { connectionId } : {}) });
  return id;
}
