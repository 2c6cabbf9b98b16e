/** The checks of every screen find what they look for: each fault on a separate page. */
import type { Page } from '@playwright/test';
import { findFaults } from '../support/appearance/faults';
import { findUnreached } from '../support/appearance/tab-walk';
import { findFaintTexts, findViolations } from '../support/browser/axe';
import { findUnreachable } from '../support/browser/unreachable';
import { expect, test } from '../support/page/fixtures';

test.use({ viewport: { width: 1000, height: 640 } });

async function show(page: Page, html: string): Promise<void> {
  await page.setContent(`<!doctype html><body style="margin:0;font:13px/20px sans-serif"><main>${html}</main></body>`);
}

const german = 'Zwei-Faktor-Authentifizierung';

for (const [fault, html, found] of [
  ['a clipped text', `<div style="width:60px;overflow:hidden;white-space:nowrap">${german}</div>`, /^clipped: “Zwei/],
  ['a text cut at the bottom', `<div style="height:24px;width:60px;overflow:hidden">Sitzung jetzt bitte widerrufen</div>`, /^clipped/],
  [
    'a shortened button',
    '<button style="width:40px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap">Abbrechen</button>',
    /^ellipsis: “Abb/,
  ],
  ['a text outside of the window', '<p style="position:absolute;left:960px;white-space:nowrap">Zum Beispiel hier</p>', /^clipped/],
  ['a page that scrolls', '<div style="width:1200px">Breit</div>', /^sideways: “the page”/],
  [
    'tabs that scroll',
    '<div style="width:90px;overflow-x:auto"><span style="white-space:nowrap">Mitglieder und Teams</span></div>',
    /^sideways/,
  ],
  ['a placeholder that is too long', '<input style="width:80px" placeholder="Nach Name oder E-Mail suchen">', /^clipped: “Nach/],
  ['a choice that is too long', '<select style="width:50px"><option>Änderungen bestätigen</option></select>', /^clipped: “Änd/],
  [
    'texts over each other',
    '<p style="margin:0">Erster Text</p><p style="margin:-18px 0 0">Zweiter Text</p>',
    /^overlap: “Erster Text \/ Zweiter/,
  ],
  ['motion', '<p style="transition:opacity 120ms">Langsam</p>', /^motion/],
  ['an English text', '<p>Sign in</p>', /^English: “Sign in”/],
  ['an English name', '<button aria-label="Cancel">×</button>', /^English: “Cancel”/],
] as const)
  test(`${fault} is found`, async ({ page }) => {
    await show(page, html);
    expect(await findFaults(page, 'de')).toContainEqual(expect.stringMatching(found));
  });

test('data that is shortened, lists that scroll, and texts for screen readers are no faults', async ({ page }) => {
  const ellipsis = 'overflow:hidden;text-overflow:ellipsis;white-space:nowrap';
  await show(
    page,
    `<p style="width:60px;${ellipsis}">ada@analytical.example</p>
    <div style="height:40px;overflow-y:auto"><p>Eins</p><p>Zwei</p><p>Drei</p></div>
    <div role="grid" style="width:60px;overflow:auto"><span style="white-space:nowrap">Eine lange Zeile ohne Umbruch</span></div>
    <span style="position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)">Nur für Screenreader</span>
    <input placeholder="Suchen">`,
  );
  expect(await findFaults(page, 'de')).toEqual([]);
});

test('a control that the Tab key misses, a focus that can’t be seen, and a trap are found', async ({ page }) => {
  await show(
    page,
    `<button id="first">First</button><button style="outline:none">Unmarked</button><button tabindex="5">Early</button>
    <div tabindex="0" id="trap">Trap</div>`,
  );
  await page.evaluate(`document.getElementById('trap').addEventListener('keydown', (event) => event.preventDefault())`);
  const found = await findUnreached(page);
  expect(found).toContain('focus not shown: Unmarked');
  expect(found).toContain('the Tab key does not leave the screen');
  expect(found.some((text) => text.startsWith('out of order') || text.startsWith('not reached: Early'))).toBe(true);
});

test('a field without a name is found, and a text that is too faint in one theme or with high contrast alone', async ({ page }) => {
  await show(
    page,
    `<style>p { color: #595959 } .dark p { color: #333; background: #222 } .contrast-more p { color: #767676; background: #fff }</style>
    <h1>Settings</h1><p>Quiet text</p><input>`,
  );
  const found = await findViolations(page);
  expect(found).toContainEqual(expect.stringMatching(/^label: input/));
  expect(found.filter((text) => text.startsWith('color-contrast'))).toEqual([]);
  expect(await findFaintTexts(page, [{ classes: 'light', rules: 'colors' }])).toEqual([]);
  expect(await findFaintTexts(page, [{ classes: 'dark', rules: 'colors' }])).toEqual([expect.stringMatching(/^dark: color-contrast: p/)]);
  const contrast = [{ classes: 'light contrast-more', rules: 'highContrast' }] as const;
  expect(await findFaintTexts(page, contrast)).toEqual([expect.stringMatching(/^light contrast-more: color-contrast-enhanced: p/)]);
});

/** Texts that are faint, beside others that have the same color. */
for (const [difference, html] of [
  ['another one is disabled', '<button disabled class="faint">Save all</button><button class="faint">Save one</button>'],
  ['another one is hidden', '<p class="faint" style="position:absolute;left:-999px">Away</p><p class="faint">Quiet</p>'],
  ['another one is cut off', '<div style="height:0;overflow:hidden"><p class="faint">Cut off</p></div><p class="faint">Quiet</p>'],
  ['another one is one letter', '<p class="faint">A</p><p class="faint">Quiet</p>'],
  ['another one lies under a picture', '<p class="faint over">Under</p><p class="faint">Quiet</p>'],
  ['another one is beside a large ornament', '<p class="faint ornate">Ornate</p><p class="faint">Quiet</p>'],
  ['another one is large', '<p class="faint" style="font-size:40px;color:#888">Large</p><p class="faint" style="color:#888">Quiet</p>'],
  ['another one is bold', '<p style="font:bold 19px sans-serif;color:#888">Bold</p><p style="font:19px sans-serif;color:#888">Quiet</p>'],
  ['another background is dark', '<p class="faint" style="background:#000">Clear</p><p class="faint">Quiet</p>'],
  ['a background lies below without containing it', '<div class="below"></div><p class="faint on">On black</p><p class="faint">Quiet</p>'],
  ['what contains it is faded', '<p style="color:#000">Clear</p><div style="opacity:0.3"><p style="color:#000">Quiet</p></div>'],
  ['the same background is faded', '<div class="dim"><p>Clear</p></div><div class="dim" style="opacity:0.4"><p>Quiet</p></div>'],
] as const)
  test(`a faint text is found if ${difference}`, async ({ page }) => {
    await show(
      page,
      `<style>
        .faint { color: #ccc } .over { background: linear-gradient(#fff, #eee) } .dim { background: #fff; color: #222 }
        .ornate { position: relative } .ornate::before { content: ''; position: absolute; width: 800px; height: 80px; background: #fff }
        .below { position: absolute; width: 100%; height: 30px; background: #000 } .on { position: relative; margin: 0 0 40px }
      </style><h1>Settings</h1>${html}`,
    );
    expect(await findViolations(page)).toContainEqual(expect.stringMatching(/^color-contrast: /));
  });

test('a small control is found, and one outside of the window', async ({ page }) => {
  await show(
    page,
    `<button style="width:12px;height:12px;padding:0" aria-label="Close"></button><button style="width:12px;height:12px;padding:0" aria-label="Open"></button>
    <button style="position:fixed;left:1200px">Save</button>`,
  );
  expect(await findViolations(page, 'size')).toContainEqual(expect.stringMatching(/^target-size: /));
  expect(await findUnreachable(page)).toContainEqual(expect.stringMatching(/Save is outside of the window/));
});
