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
      typing.push(await longestTask(page, round + 1));
      parsing.push(await page.evaluate<number>(parseOnce));
    }
    const [longest, once] = [median(typing), median(parsing)];
    const detail = `${longest.toFixed(0)} ms against ${once.toFixed(0)} ms`;
    return [{ name: 'typing into 5 MB of metadata, longest task', value: longest / once, unit: 'x', limit: 5, detail }];
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

/** Adds a property, the `count`th change, and waits until the editor shows it as one, which it does once typing pauses. */
async function longestTask(page: Page, count: number): Promise<number> {
  await page.evaluate('window.longestTask = 0');
  await page.keyboard.type(`"new${count}": 1,`, { delay: 30 });
  await page.getByText(count === 1 ? '1 change' : `${count} changes`, { exact: true }).waitFor();
  // The browser reports a task after it has ended.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
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
