/** Puts the page's own styles into the page. */

/**
 * A plugin of the renderer's build: the page contains its styles instead of loading them, because one more request, mostly on one more
 * connection, takes longer than reading them. Styles of code that is loaded later stay in files.
 * @returns {import('vite').Plugin}
 */
export function inlineStyle() {
  return {
    name: 'inline-style',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        return html.replace(/<link rel="stylesheet"[^>]* href="\.\/([^"]+)"[^>]*>/g, (_, /** @type {string} */ path) => {
          const file = bundle?.[path];
          if (file?.type !== 'asset') throw new Error(`The page’s styles ${path} are missing`);
          delete bundle?.[path];
          // Later code that needs these styles as well must not load them.
          for (const chunk of Object.values(bundle ?? {})) if (chunk.type === 'chunk') chunk.viteMetadata?.importedCss.delete(path);
          return `<style>${styleIn(path, file.source)}</style>`;
        });
      },
    },
  };
}

/**
 * The addresses in a style are relative to its file, and in a page to the page.
 * @param {string} path @param {string | Uint8Array} source
 */
function styleIn(path, source) {
  const folder = path.slice(0, path.lastIndexOf('/'));
  return Buffer.from(source).toString('utf8').replaceAll('url(./', `url(./${folder}/`);
}
