/** Puts a script into the page that runs before the page's own one has arrived. */
import { resolve } from 'node:path';
import { build } from 'rolldown';

/**
 * A plugin of the renderer: the build puts the script, with all that it imports, at the start of the page. It is not a file, because one
 * more request takes longer than reading it. While developing, the page loads it as a module, before the others.
 * @param {string} file Its path below the renderer's folder.
 * @returns {import('vite').Plugin}
 */
export function inlineScript(file) {
  let isBuild = false;
  let folder = '';
  return {
    name: 'inline-script',
    configResolved({ command, root }) {
      isBuild = command === 'build';
      folder = root;
    },
    transformIndexHtml: {
      // Later than what gives scripts a nonce: the policy has the script's hash.
      order: 'post',
      async handler() {
        if (!isBuild) return [{ tag: 'script', attrs: { type: 'module', src: `/${file}` }, injectTo: 'head-prepend' }];
        return [{ tag: 'script', children: await bundled(resolve(folder, file)), injectTo: 'head-prepend' }];
      },
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
