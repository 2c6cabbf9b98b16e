/** `node scripts/icons.mjs`: draws resources/icon.svg in every size and packs the sizes for Windows and macOS. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright';
import { icns, ico } from './lib/icon-files.mjs';
import { inProject } from './lib/project.mjs';
import { chromiumPaths } from './lib/system-packages.mjs';

const sizes = [16, 32, 64, 128, 256, 512, 1024];
const folder = inProject('resources', 'icons');

mkdirSync(folder, { recursive: true });
const pictures = await draw(readFileSync(inProject('resources', 'icon.svg'), 'utf8'));
for (const [size, picture] of pictures) writeFileSync(inProject('resources', 'icons', `${size}x${size}.png`), picture);
writeFileSync(inProject('resources', 'icon.ico'), ico(new Map([...pictures].filter(([size]) => size <= 256))));
writeFileSync(inProject('resources', 'icon.icns'), icns(pictures));

/** @param {string} svg @returns {Promise<Map<number, Buffer>>} */
async function draw(svg) {
  const executablePath = chromiumPaths.find((path) => existsSync(path));
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), chromiumSandbox: false });
  const page = await browser.newPage();
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`);
  const drawn = new Map();
  for (const size of sizes) {
    await page.setViewportSize({ width: size, height: size });
    drawn.set(size, await page.screenshot({ omitBackground: true }));
  }
  await browser.close();
  return drawn;
}
