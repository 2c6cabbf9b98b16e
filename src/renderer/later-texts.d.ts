/** The texts that the first script doesn't have, see `scripts/lib/bundle/compiled-messages.mjs`. */
declare module '*/en.json?later' {
  import type { Message } from '#messages/pseudo.ts';

  const texts: Readonly<Record<string, Message>>;
  // biome-ignore lint/style/noDefaultExport: a JSON file has only that
  export default texts;
}
