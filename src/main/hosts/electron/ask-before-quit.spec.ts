import type { BrowserWindow } from 'electron';
import { beforeEach, expect, test, vi } from 'vitest';
import { translatorFor } from '#messages/translator.ts';
import { Emitter, preventable } from '#tests/support/electron/emitter.ts';

const electron = vi.hoisted(() => ({
  app: {} as { on: unknown; quit: () => void },
  dialog: {} as { showMessageBoxSync: (...args: unknown[]) => number },
}));
vi.mock('electron', () => electron);

const stay = 0;
const confirm = 1;

beforeEach(() => vi.resetModules());

/** A program with windows, whose user presses these buttons. */
async function setUp({
  windows: count = 1,
  responses = [] as number[],
  impersonations = 0,
  jobs = 0,
  isWanted = false,
  outlives = false,
} = {}) {
  const app = new Emitter<string>('app', ['before-quit', 'will-quit']);
  const asked: string[] = [];
  electron.dialog.showMessageBoxSync = (...args) => {
    asked.push((args.at(-1) as { detail: string }).detail);
    return responses.shift() ?? stay;
  };
  const facts = { impersonations, jobs, isWanted, outlives, isMemoryOnly: false };
  const { askBeforeQuit, quitUnasked, stayOpen } = await import('./ask-before-quit');
  const all = new Set<BrowserWindow>();
  const opened: string[] = [];
  const askToQuit = () => {
    const event = preventable();
    app.tell('before-quit', event);
    return !event.defaultPrevented;
  };
  Object.assign(electron.app, { on: app.on.bind(app), quit: askToQuit });
  const follow = askBeforeQuit({
    isWanted: () => facts.isWanted,
    impersonations: () => facts.impersonations,
    jobs: () => facts.jobs,
    isMemoryOnly: () => facts.isMemoryOnly,
    translator: () => translatorFor('en', []),
    windows: {
      all,
      focused: () => undefined,
      openLeft: () => {
        opened.push('left');
        return [...all][0] as BrowserWindow;
      },
    },
    outlivesWindows: () => facts.outlives,
  });
  const emitters = Array.from({ length: count }, () => {
    const emitter = new Emitter<string>('window', ['close']);
    const window = { on: emitter.on.bind(emitter), isMinimized: () => false, show: () => undefined } as unknown as BrowserWindow;
    all.add(window);
    follow(window);
    return emitter;
  });
  const close = (index = 0) => {
    const event = preventable();
    emitters[index]?.tell('close', event);
    return !event.defaultPrevented;
  };
  return { app, asked, facts, opened, all, askToQuit, close, quitUnasked, stayOpen };
}

test('quits without a question while nothing ends and the settings want none', async () => {
  const { askToQuit, close, asked } = await setUp();
  expect([askToQuit(), close(), asked]).toEqual([true, true, []]);
});

test('asks if the settings want it, and continues if the user stays', async () => {
  const { askToQuit, asked } = await setUp({ isWanted: true, responses: [stay, confirm] });
  expect([askToQuit(), askToQuit()]).toEqual([false, true]);
  expect(asked).toEqual(['All windows close, and the sandbox stops.', 'All windows close, and the sandbox stops.']);
});

test.each([
  [1, '1 impersonation ends.'],
  [2, '2 impersonations end.'],
])('always asks while %i impersonations would end', async (impersonations, text) => {
  const { askToQuit, asked } = await setUp({ impersonations, responses: [stay] });
  expect([askToQuit(), asked]).toEqual([false, [text]]);
});

test('asks while jobs run, and says that they continue', async () => {
  const { askToQuit, asked } = await setUp({ jobs: 1, impersonations: 1, responses: [stay] });
  expect([askToQuit(), asked]).toEqual([false, ['1 impersonation ends.\n1 job is running. It continues at the next start.']]);
});

test('says that the rows of jobs are lost where their key is in memory only', async () => {
  const { askToQuit, asked, facts } = await setUp({ jobs: 2, responses: [stay] });
  facts.isMemoryOnly = true;
  expect([askToQuit(), asked]).toEqual([
    false,
    ['2 jobs are running. Their remaining rows are lost, because keys are kept in memory only.'],
  ]);
});

test('asks once: windows that close then, and the end itself, ask nothing', async () => {
  const { app, askToQuit, close, asked } = await setUp({ isWanted: true, responses: [confirm] });
  expect([askToQuit(), close()]).toEqual([true, true]);
  app.tell('will-quit', preventable());
  expect([askToQuit(), asked.length]).toEqual([true, 1]);
});

test('asks before the last window closes, if that ends the program', async () => {
  const { close, asked, facts, askToQuit } = await setUp({ impersonations: 1, responses: [stay, confirm] });
  facts.outlives = true;
  expect([close(), asked]).toEqual([true, []]);
  facts.outlives = false;
  expect([close(), close(), askToQuit(), asked.length]).toEqual([false, true, true, 2]);
});

test('a window among others closes without a question', async () => {
  const { close, asked } = await setUp({ windows: 2, isWanted: true });
  expect([close(), asked]).toEqual([true, []]);
});

test('an end by the system or the program itself isn’t asked about', async () => {
  const { quitUnasked, close, asked } = await setUp({ impersonations: 1, isWanted: true });
  quitUnasked();
  expect([close(), asked]).toEqual([true, []]);
});

test('asks again after a window with unsaved changes stayed open', async () => {
  const { askToQuit, stayOpen, asked } = await setUp({ isWanted: true, responses: [confirm, stay] });
  expect(askToQuit()).toBe(true);
  stayOpen();
  expect([askToQuit(), asked.length]).toEqual([false, 2]);
});

test('opens the windows again if the user stays and none is open', async () => {
  const { askToQuit, all, opened } = await setUp({ impersonations: 1, outlives: true });
  all.clear();
  expect([askToQuit(), opened]).toEqual([false, ['left']]);
});
