/** Bridge calls in the page, for actions without a screen. */
import { expect, type Page } from '@playwright/test';

/** Maximum time in milliseconds until the last reply; without it, a reply that is missing would only show as a spec without an end. */
const patienceMillis = 60_000;

/** Makes several bridge calls in one window; a flow that one call starts is the `flowId` of the next one. */
export async function askInTurn(page: Page, calls: readonly { name: string; input: unknown }[]): Promise<unknown[]> {
  // A tab keeps its session a moment after it was opened.
  const hasSession = `'latchkey' in window || sessionStorage.getItem('latchkey-session') !== null`;
  await expect.poll(() => page.evaluate(hasSession)).toBe(true);
  const replies = (await page.evaluate(`new Promise((resolve, reject) => {
    const calls = ${JSON.stringify(calls)};
    const replies = [];
    if ('latchkey' in window) {
      const ask = async () => {
        for (const { name, input } of calls) {
          const flowId = replies.at(-1)?.value?.flowId;
          replies.push(await window.latchkey.call(name, flowId ? { ...input, flowId } : input));
          if (!replies.at(-1).ok) break;
        }
      };
      return void ask().then(() => resolve(replies), reject);
    }
    const socket = new WebSocket(location.origin.replace('http', 'ws') + '/bridge');
    const next = () => {
      const { name, input } = calls[replies.length];
      const flowId = replies.at(-1)?.value?.flowId;
      socket.send(JSON.stringify({ id: replies.length, name, input: flowId ? { ...input, flowId } : input }));
    };
    socket.onopen = () => {
      socket.send(JSON.stringify({ session: sessionStorage.getItem('latchkey-session') }));
      next();
    };
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type !== 'reply') return;
      replies.push(message.reply);
      if (message.reply.ok && replies.length < calls.length) next();
      else resolve(replies);
    };
    socket.onclose = () => reject(new Error('closed'));
    const giveUp = () => reject(new Error(calls[replies.length]?.name + ': no reply, socket state ' + socket.readyState));
    setTimeout(giveUp, ${patienceMillis});
  })`)) as ({ ok: true; value: unknown } | { ok: false; error: unknown })[];
  return replies.map((reply, at) => {
    if (!reply.ok) throw new Error(`${calls[at]?.name}: ${JSON.stringify(reply.error)}`);
    return reply.value;
  });
}
