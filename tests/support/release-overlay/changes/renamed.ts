/** Texts of the service under its new name. */
import type { Change } from '../change';

const texts = [
  ["404 — this page does not exist in Stack Auth's API.", "404 — this page does not exist in Hexclave's API."],
  ['Welcome to the Stack API endpoint!', 'Welcome to the Hexclave API endpoint!'],
] as const;

export const renamedChanges: readonly Change[] = [
  {
    source: 'wire/hexclave 4.4: the first lines of the page for unknown paths and of the root',
    since: '1.0.0',
    async respond({ forward }) {
      const response = await forward();
      const [former, present] = texts.find(([start]) => response.body.startsWith(start)) ?? [];
      if (former === undefined) return response;
      return { ...response, body: response.body.replace(former, present).replaceAll('stack-auth.com', 'hexclave.com') };
    },
  },
];
