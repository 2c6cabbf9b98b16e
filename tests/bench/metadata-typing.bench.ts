/** Typing into 5 MB of metadata: the longest task of the page, against parsing the text and writing it again once. */
import type { Page } from 'playwright';
import { askInTurn } from '../support/browser/bridge-calls';
import type { Measurement } from './lib/measurement';
import { median } from './lib/statistics';
import { withUsersPage } from './lib/users-page';

const rows = 40_000;
const rounds = 5;

export function measure(): Promise<Measurement[]> {
  return withUsersPage(20, async (page) => {
    await openMetadata(page);
    await page.evaluate(observeTasks);
    const typing: number[] = [];
    const parsing: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      typing.push(await longestTask(page, `"key${round}": 1,`));
      parsing.push(await page.evaluate<number>(parseOnce));
    }
    const [longest, once] = [median(typing), median(parsing)];
    const detail = `${longest.toFixed(0)} ms against ${once.toFixed(0)} ms`;
    return [{ name: 'typing into 5 MB of metadata, longest task', value: longest / once, unit: 'x', limit: 2, detail }];
  });
}

/** Opens the metadata of a user that has as much of it. */
async function openMetadata(page: Page): Promise<void> {
  const project = { actor: 'project', connectionId: 'sandbox' };
  const [list] = await askInTurn(page, [{ name: 'service.users.list', input: { ...project, query: { limit: 1 } } }]);
  const [user] = (list as { items: { id: string }[] }).items;
  if (user === undefined) throw new Error('There is no user.');
  const server_metadata = Object.fromEntries(Array.from({ length: rows }, (_, at) => [`key${at}`, { at, text: 'x'.repeat(92) }]));
  const update = { ...project, params: { user_id: user.id }, body: { server_metadata } };
  await askInTurn(page, [{ name: 'service.users.update', input: update }]);
  await page.goto(`${page.url().split('#')[0]}#/c/sandbox/users/${user.id}?tab=metadata`);
  await page.getByRole('radio', { name: 'Server' }).click();
  await page.getByText('"key0"').first().waitFor();
  await page.getByRole('textbox', { name: 'Server metadata' }).click({ position: { x: 40, y: 10 } });
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('ArrowRight');
}

async function longestTask(page: Page, typed: string): Promise<number> {
  await page.evaluate('window.longestTask = 0');
  await page.keyboard.type(typed, { delay: 30 });
  // What the editor does once typing pauses.
  await page.waitForTimeout(1_500);
  return page.evaluate<number>('window.longestTask');
}

const observeTasks = `new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) window.longestTask = Math.max(window.longestTask, duration);
}).observe({ type: 'longtask' })`;

const rowsText = `JSON.stringify(Object.fromEntries(Array.from({ length: ${rows} }, (_, at) => ['key' + at, { at, text: 'x'.repeat(92) }])), null, 2)`;

const parseOnce = `(() => {
  window.rowsText ??= ${rowsText};
  const start = performance.now();
  JSON.stringify(JSON.parse(window.rowsText), null, 2);
  return performance.now() - start;
})()`;
