/** What is wrong with a view in each language and in small windows: texts that are cut off or English, and motion. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { englishAmong, isFixedText, isOwnText, type ShownLanguage } from './own-texts';

export interface Layout {
  readonly language: ShownLanguage;
  readonly width: number;
  readonly height: number;
}

/** The smallest window, and one of 1280 × 800 pixels at 200 %, in the languages with the longest texts and without spaces. */
export const tightLayouts: readonly Layout[] = [
  { language: 'ja', width: 1000, height: 640 },
  { language: 'pseudo', width: 1000, height: 640 },
  { language: 'de', width: 1000, height: 640 },
  { language: 'de', width: 640, height: 400 },
];

export const allLayouts: readonly Layout[] = [
  { language: 'en', width: 640, height: 400 },
  { language: 'en', width: 1000, height: 640 },
  ...tightLayouts,
  { language: 'de', width: 1280, height: 800 },
];

interface Fault {
  readonly kind: 'ellipsis' | 'clipped' | 'sideways' | 'overlap' | 'motion';
  readonly text: string;
  /** Whether it is in a list, where the width of a column is not that of its texts. */
  readonly isCell: boolean;
  readonly at: string;
}

let script: Promise<string> | undefined;

function counts({ kind, text, isCell }: Fault, language: ShownLanguage): boolean {
  if (kind === 'ellipsis') return isCell ? isFixedText(language, text) : isOwnText(language, text);
  // Its texts leave what is beside them less room than any language does.
  return language !== 'pseudo' || kind !== 'clipped' || isOwnText(language, text);
}

/** Returns what is wrong with the page as it is. Data may be shortened with an ellipsis; the app's own texts may not. */
export async function findFaults(page: Page, language: ShownLanguage): Promise<string[]> {
  script ??= readFile(join(import.meta.dirname, 'find-faults.js'), 'utf8');
  const { faults, texts } = await page.evaluate<{ faults: Fault[]; texts: string[] }>(await script);
  return [
    ...faults.filter((fault) => counts(fault, language)).map(({ kind, text, at }) => `${kind}: “${text}” in ${at}`),
    ...englishAmong(language, texts).map((text) => `English: “${text}”`),
  ];
}

/** Shows the app in a language, over one connection for all changes: there are hundreds, and a window has few connections. */
async function showLanguage(page: Page, language: ShownLanguage): Promise<void> {
  await page.evaluate(`(async () => {
    const input = { language: '${language}' };
    if ('latchkey' in window) return void window.latchkey.call('settings.update', input);
    const welcomed = (session) => new Promise((resolve, reject) => {
      const socket = new WebSocket(location.origin.replace('http', 'ws') + '/bridge');
      socket.onopen = () => socket.send(JSON.stringify({ session }));
      socket.onmessage = ({ data }) => JSON.parse(data).type === 'welcome' && resolve(socket);
      socket.onclose = () => {
        delete window.languageSocket;
        reject(new Error('The connection was refused or lost'));
      };
    });
    // The app stores its session a while after its start.
    while (sessionStorage.getItem('latchkey-session') === null) await new Promise((resume) => setTimeout(resume, 20));
    window.languageSocket ??= welcomed(sessionStorage.getItem('latchkey-session'));
    (await window.languageSocket).send(JSON.stringify({ id: 1, name: 'settings.update', input }));
  })()`);
  await expect(page.locator('html')).toHaveAttribute('lang', language === 'pseudo' ? 'en-x-pseudo' : language);
}

/** Returns what is wrong with the view that is shown in each look, and goes back to English. */
export async function findFaultsInLooks(page: Page, layouts: readonly Layout[]): Promise<string[]> {
  const found: string[] = [];
  const before = page.viewportSize();
  for (const { language, width, height } of layouts) {
    await page.setViewportSize({ width, height });
    await showLanguage(page, language);
    found.push(...(await lastingFaults(page, language)).map((fault) => `${language} at ${width}: ${fault}`));
  }
  if (before !== null) await page.setViewportSize(before);
  await showLanguage(page, 'en');
  return found;
}

/** Returns what is wrong once the page has taken the new size and the new texts. */
async function lastingFaults(page: Page, language: ShownLanguage): Promise<string[]> {
  let faults: string[] = [];
  const layout = async () => {
    faults = await findFaults(page, language);
    return faults.length;
  };
  await expect
    .poll(layout, { timeout: 3_000 })
    .toBe(0)
    .catch(() => undefined);
  return faults;
}
