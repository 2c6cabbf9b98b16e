/** What follows the camera: screens that no scene shows, one page with all pictures, and contact sheets. */
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from '@playwright/test';
import { expect, test } from '../support/browser/fixtures';
import { areas } from './areas';
import { openArea } from './open-area';
import {
  type AreaReport,
  documentFolder,
  galleryFolder,
  isPlain,
  type PictureVariant,
  pictureFile,
  pictureVariants,
  readReport,
  shootArea,
} from './pictures';
import { plainScenes } from './plain-scenes';

const plain = 'other screens';

/** The two looks of a screen in the document. */
const documentLooks = [
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 1000 },
] as const satisfies readonly PictureVariant[];

const [plainLook] = documentLooks;

/** Pictures of the documents, and the scenes that they show. */
const documentPictures: Readonly<Record<string, readonly [scene: string, theme: PictureVariant['theme']]>> = {
  'overview-light': ['overview, sandbox', 'light'],
  'overview-dark': ['overview, sandbox', 'dark'],
  'account-sign-in': ['sign-in settings, setting up an app', 'light'],
  'admin-impersonation': ['impersonation', 'light'],
  'admin-overview': ['overview', 'light'],
  'admin-permissions': ['permission definitions, graph', 'light'],
  'admin-team': ['project team permissions, changed', 'light'],
  'admin-user': ['user metadata, changed elsewhere', 'light'],
  'bulk-jobs': ['jobs', 'light'],
  'bulk-preview': ['bulk preview', 'light'],
  'bulk-selected': ['selected users', 'light'],
  'configuration-compare': ['compare, with a base', 'light'],
  'find-export': ['find users, export', 'light'],
  'find-palette': ['find anything in the palette', 'light'],
  'find-users': ['find users', 'light'],
  'import-check': ['import, check', 'light'],
  'import-columns': ['import, columns', 'light'],
  journal: ['journal', 'light'],
  'journal-undo': ['undo, with a value that is kept', 'light'],
};

interface Section {
  readonly title: string;
  readonly scenes: readonly string[];
}

test('the contact sheets', async ({ page, host, browser }) => {
  const reports = await Promise.all(areas.map(({ name }) => readReport(name)));
  const known = reports.filter((report): report is AreaReport => report !== null);
  const isComplete = known.length === areas.length && known.every(({ failures }) => failures.length === 0);
  if (isComplete) {
    const context = await openArea(page, host);
    const scenes = plainScenes(new Set(known.flatMap(({ screens }) => screens)));
    const { failures } = await shootArea(context, { name: plain, scenes });
    expect(failures, 'screens that could not be shown').toEqual([]);
  }
  const others = await readReport(plain);
  const sections = [...areas.map(({ name }, at) => sectionOf(name, reports[at])), sectionOf(plain, others)];
  const names = sections.flatMap(({ scenes }) => scenes);
  expect(new Set(names.map((name) => pictureFile(name, plainLook))).size, 'scenes have pictures of their own').toBe(names.length);
  await writeFile(join(galleryFolder, 'index.html'), htmlOf(sections, pictureVariants, { columns: 4, width: 440 }));
  for (const section of sections.filter(({ scenes }) => scenes.length > 0))
    await drawSheet(browser, join(galleryFolder, `sheet ${section.title}.png`), [section], pictureVariants);
  const screens = names.filter((name) => !name.includes(','));
  if (!isComplete || !isPlain) return;
  await drawSheet(browser, join(documentFolder, 'gallery.png'), [{ title: '', scenes: screens }], documentLooks);
  for (const [name, [scene, theme]] of Object.entries(documentPictures)) {
    const picture = join(galleryFolder, pictureFile(scene, { theme, width: plainLook.width }));
    await copyFile(picture, join(documentFolder, `${name}.png`));
  }
});

function sectionOf(title: string, report: AreaReport | null | undefined): Section {
  return { title, scenes: report?.scenes ?? [] };
}

async function drawSheet(browser: Browser, path: string, sections: readonly Section[], of: readonly PictureVariant[]): Promise<void> {
  const html = join(galleryFolder, 'sheet.html');
  await writeFile(html, htmlOf(sections, of, { columns: 8, width: 236 }));
  const sheet = await browser.newPage({ viewport: { width: 2032, height: 1000 } });
  await sheet.goto(pathToFileURL(html).href);
  await sheet.screenshot({ path, fullPage: true });
  await sheet.close();
}

/** Returns a page that shows pictures from the folder beside it. */
function htmlOf(
  sections: readonly Section[],
  of: readonly PictureVariant[],
  { columns, width }: { columns: number; width: number },
): string {
  const figure = (scene: string, variant: PictureVariant) =>
    `<figure><img width="${width}" src="${pictureFile(scene, variant)}" alt=""><figcaption>${scene} · ${variant.theme} · ${variant.width}</figcaption></figure>`;
  const parts = sections.map(({ title, scenes }) => {
    const figures = scenes.flatMap((scene) => of.map((variant) => figure(scene, variant)));
    return `<h2>${title}</h2><div>${figures.join('\n')}</div>`;
  });
  const grid = `display:grid;grid-template-columns:repeat(${columns},${width}px);gap:16px`;
  const style = `body{margin:16px;font:12px sans-serif;background:#888}h2{margin:16px 0;color:#fff}h2:empty{display:none}div{${grid}}figure{margin:0}img{display:block;border-radius:4px}figcaption{padding-top:4px;color:#fff}`;
  return `<!doctype html><meta charset="utf-8"><title>Latchkey, every screen</title><style>${style}</style>${parts.join('\n')}`;
}
