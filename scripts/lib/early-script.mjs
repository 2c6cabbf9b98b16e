/** Runs a part of the page's code before the rest. */

/**
 * A plugin of the renderer's build: the page runs the file that contains module `id` as soon as it is loaded. The main script imports
 * the same file, so its modules exist once. `output.codeSplitting` must give it a file of its own.
 * @param {string} id
 * @returns {import('vite').Plugin}
 */
export function earlyScript(id) {
  return {
    name: 'early-script',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const chunk = Object.values(bundle ?? {}).find((file) => file.type === 'chunk' && file.moduleIds.includes(id));
        if (chunk?.type !== 'chunk' || chunk.imports.length > 0) throw new Error(`${id} has no script of its own`);
        const attrs = { type: 'module', async: true, crossorigin: true, src: `./${chunk.fileName}` };
        return [{ tag: 'script', attrs, injectTo: 'head-prepend' }];
      },
    },
  };
}
