/** `node scripts/icons.mjs`: draws resources/icon.svg in every size, packs the sizes for Windows and macOS, and those of the tray. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright';
import { icns, ico } from './lib/icon-files.mjs';
import { inProject } from './lib/project.mjs';
import { chromiumPaths } from './lib/system-packages.mjs';

const sizes = [16, 32, 64, 128, 256, 512, 1024];
/** Up to this size, lines are too thin to be seen. */
const largestSmall = 32;
const folder = inProject('resources', 'icons');

mkdirSync(folder, { recursive: true });
const source = readFileSync(inProject('resources', 'icon.svg'), 'utf8');
const pictures = new Map([
  ...(await draw(source)),
  ...(await draw(
    smallOf(source),
    sizes.filter((size) => size <= largestSmall),
  )),
]);
for (const [size, picture] of pictures) writeFileSync(inProject('resources', 'icons', `${size}x${size}.png`), picture);
writeFileSync(inProject('resources', 'icon.ico'), ico(new Map([...pictures].filter(([size]) => size <= 256))));
writeFileSync(inProject('resources', 'icon.icns'), icns(pictures));
writeFileSync(
  inProject('src', 'main', 'hosts', 'electron', 'tray', 'tray-icons.ts'),
  trayIcons({ colorIcon: pictures, templateIcon: await draw(shapeOf(source)) }),
);

/** @param {string} svg @param {readonly number[]} wanted @returns {Promise<Map<number, Buffer>>} */
async function draw(svg, wanted = sizes) {
  const executablePath = chromiumPaths.find((path) => existsSync(path));
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), chromiumSandbox: false });
  const page = await browser.newPage();
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`);
  const drawn = new Map();
  for (const size of wanted) {
    await page.setViewportSize({ width: size, height: size });
    drawn.set(size, await page.screenshot({ omitBackground: true }));
  }
  await browser.close();
  return drawn;
}

/** The icon without its margin, and with a larger, filled key. @param {string} svg */
function smallOf(svg) {
  return svg
    .replace('x="24" y="24" width="464" height="464"', 'width="512" height="512"')
    .replace('translate(112 112) scale(12)', 'translate(52 52) scale(17)')
    .replace('fill="none" stroke="#fff" stroke-width="1.9"', 'fill="#fff" stroke="#fff" stroke-width=".6"')
    .replace('cx="16.5" cy="7.5" r=".7" fill="#fff"', 'cx="16.3" cy="7.7" r="2.1" fill="#5b5bd6" stroke="none"');
}

/** The key alone, which macOS colors itself. @param {string} svg */
function shapeOf(svg) {
  return svg
    .replace(/<rect [^>]*>/, '')
    .replace('translate(112 112) scale(12)', 'translate(32 32) scale(18.6)')
    .replaceAll('#fff', '#000');
}

/**
 * The icons of the tray. They are part of the program, so that they are found in every kind of package.
 * @param {Readonly<Record<string, ReadonlyMap<number, Buffer>>>} icons
 */
function trayIcons(icons) {
  const text = (/** @type {Buffer | undefined} */ picture) => `'${picture?.toString('base64') ?? ''}'`;
  const parts = Object.entries(icons).map(([name, pictures]) => {
    return `export const ${name} = {\n  single:\n    ${text(pictures.get(16))},\n  double:\n    ${text(pictures.get(32))},\n};\n`;
  });
  return ['/** The icons of the tray as PNGs in Base64, made by `node scripts/icons.mjs`. */\n', ...parts].join('\n');
}
