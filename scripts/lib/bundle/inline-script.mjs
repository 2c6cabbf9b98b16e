/** Puts a script into the page that runs before the page's own one has arrived. */
import { resolve } from 'node:path';
import { build } from 'rolldown';

/**
 * A plugin of the renderer's build: the page has the script, with all that it imports, at its start. It is not a file, because one more request
 * takes longer than reading it.
 * @param {string} file Its path below the renderer's folder.
 * @returns {import('vite').Plugin}
 */
export function inlineScript(file) {
  let folder = '';
  return {
    name: 'inline-script',
    apply: 'build',
    configResolved({ root }) {
      folder = root;
    },
    transformIndexHtml: {
      order: 'post',
      handler: async () => [{ tag: 'script', children: await bundled(resolve(folder, file)), injectTo: 'head-prepend' }],
    },
  };
}

/** @param {string} input @returns {Promise<string>} */
async function bundled(input) {
  const { output } = await build({ input, write: false, platform: 'browser', output: { format: 'iife', minify: true }, logLevel: 'warn' });
  const code = output[0].code.trim();
  if (/<\/script|<!--/i.test(code)) throw new Error('A script with these characters would end the page’s tag');
  return code;
}
