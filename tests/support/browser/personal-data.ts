/** Finds personal data in what a window shows, whichever way it is shown. */
import { expect, type Page } from '@playwright/test';
import { asProject } from './demo-project';
import type { Screens } from './screens';
import type { TestEnvironment } from './test-environment';

interface User {
  readonly id: string;
  readonly display_name: string | null;
  readonly primary_email: string | null;
}

interface Session {
  readonly last_used_at_end_user_ip_info?: { readonly ip: string; readonly cityName?: string; readonly regionCode?: string };
}

/** A user who has what must not be shown, and all values that mustn't be. */
export interface Personal {
  readonly ada: string;
  readonly quistgaard: string;
  readonly hidden: readonly string[];
}

const seeded = [
  { display_name: 'Wilhelmina Quistgaard', primary_email: 'wilhelmina@private.example' },
  { display_name: 'Ödön von Zwetschge', primary_email: 'zwetschge+x@private.example' },
  { display_name: '山本花子', primary_email: 'hanako@private.example' },
  // One letter, no letters, and not composed: only whole, a name such as these can be distinguished from other texts.
  { display_name: '李', primary_email: "o'brien@private.example" },
  { display_name: '★彡', primary_email: null },
  { display_name: 'Zoe\u0308 A\u030angstro\u0308m', primary_email: null },
];

/** Creates the users, and resolves to what must not be shown: their names and addresses, those of all others, and places. */
export async function seedPersonal(page: Page, environment: TestEnvironment): Promise<Personal> {
  for (const body of seeded) await asProject(environment, page, 'users.create', { body });
  const { items } = (await asProject(environment, page, 'users.list', { query: { limit: 300 } })) as { items: User[] };
  const idOf = (name: string) => items.find(({ display_name }) => display_name === name)?.id ?? '';
  const ada = idOf('Ada Lovelace');
  const sessions = (await asProject(environment, page, 'auth.sessions', { query: { user_id: ada } })) as { items: Session[] };
  const places = sessions.items.flatMap(({ last_used_at_end_user_ip_info: info }) => [
    info?.ip,
    info?.cityName,
    info?.regionCode && `, ${info.regionCode}, `,
  ]);
  const values = [...items.flatMap((user) => [user.display_name, user.primary_email]), ...places];
  return { ada, quistgaard: idOf('Wilhelmina Quistgaard'), hidden: values.filter(isDistinct) };
}

/** Whether a value isn't a part of other texts by chance. */
function isDistinct(value: string | null | undefined): value is string {
  return typeof value === 'string' && (value.length > 4 || /[^ -~]/.test(value));
}

/** Attributes that are neither shown nor read aloud. All others are looked at, also those that were not thought of. */
const technical = [
  // Names of elements, and how they look and behave.
  '^(id|class|style|name|type|role|key|tabindex|d|transform|viewBox)$',
  // Read by the code only. Style sheets show one of them, which is found in what they generate.
  '^data-',
  // Links to other elements, pages, and pictures.
  '^(for|form|list|href|src|srcset|action)$',
  '^aria-(labelledby|describedby|details|controls|owns|flowto|activedescendant|errormessage)$',
  // What a field had at first: what it has now is looked at instead.
  '^value$',
];

/** Run in the page: returns everything that is shown or read aloud, each with where it is. */
const everythingShown = `(technical) => {
  const fields = 'input, textarea, [contenteditable="true"]';
  const isTechnical = new RegExp(technical, 'i');
  const all = [...document.querySelectorAll('*')].filter((element) => !element.matches('script, style'));
  const shown = [{ where: 'title', text: document.title }];
  for (const element of all) {
    const tag = element.localName;
    for (const { name, value } of element.attributes) if (!isTechnical.test(name)) shown.push({ where: tag + '[' + name + ']', text: value });
    for (const pseudo of ['::before', '::after']) {
      const { content, visibility } = getComputedStyle(element, pseudo);
      if (content.includes('"') && visibility === 'visible') shown.push({ where: tag + pseudo, text: content });
    }
    if (element.matches(fields)) {
      const isDotted = getComputedStyle(element).webkitTextSecurity !== 'none' || element.type === 'password' || element.type === 'hidden';
      const isEdited = element.matches(':focus, :focus-within');
      if (!isDotted && !isEdited) shown.push({ where: tag + ' field', text: element.value ?? element.textContent });
    }
  }
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) if (!walker.currentNode.parentElement.closest(fields + ', script, style')) texts.push(walker.currentNode.data);
  // Together, because a name may be in several.
  shown.push({ where: 'text', text: texts.join('') });
  return shown;
}`;

interface Shown {
  readonly where: string;
  readonly text: string;
}

/** Addresses in any text, also of those who are no users. Those of this computer stay. */
const addresses = [/[^\s@"'<>()]+@[\w-]+(?:\.[\w-]+)+/g, /\b(?!127\.|0\.0\.)(?:\d{1,3}\.){3}\d{1,3}\b/g];

/** Fails if the window shows one of the values or any address, and says where. */
export async function expectHidden(page: Page, hidden: readonly string[]): Promise<void> {
  const shown = await page.evaluate<Shown[]>(`(${everythingShown})(${JSON.stringify(technical.join('|'))})`);
  expect(shown.length).toBeGreaterThan(100);
  const values = hidden.map((value) => value.toLowerCase());
  const leaks = shown.flatMap(({ where, text }) => {
    const lower = text.toLowerCase();
    const found = [...values.filter((value) => lower.includes(value)), ...addresses.flatMap((address) => lower.match(address) ?? [])];
    return found.map((value) => `${where}: ${value}`);
  });
  expect([...new Set(leaks)]).toEqual([]);
}

/** Turns privacy mode on in the palette. */
export async function turnOnPrivacy(page: Page, screens: Screens): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await expect(screens.dialog).toBeVisible();
  await page.keyboard.type('privacy mode on');
  await screens.dialog.getByRole('option', { name: 'Turn privacy mode on or off' }).click();
  await expect(page.getByRole('button', { name: 'Privacy mode' })).toBeVisible();
}

/** Waits until a screen shows what it has read. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('main')).not.toBeEmpty();
  await expect(page.getByRole('main').getByText('Loading')).toHaveCount(0);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}
