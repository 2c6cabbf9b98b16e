import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Notice } from '#contract/bridge/app.ts';
import type { Settings } from '#contract/bridge/settings.ts';
import { defaultSettings } from '#contract/default-settings.ts';
import { fail } from '#contract/errors.ts';
import { createScriptedTransport, reportOf, response } from '#tests/support/main/test-ports.ts';
import { createAuthority } from '#tests/support/service/certificate.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import type { NetworkPlan } from '../../ports/network-plan';
import { createNotices } from '../../runtime/notices';
import { systemClock } from '../../runtime/system-clock';
import { createTopic } from '../../runtime/topics';
import { createNetwork } from './network';

const certificate = createAuthority().cert;

/** A network over a host that follows plans, or fails to. */
function setUp() {
  const plans: NetworkPlan[] = [];
  const state = { refuses: false };
  const transport = {
    ...createScriptedTransport(() => response({})),
    async follow(plan: NetworkPlan) {
      if (state.refuses) throw fail('internal');
      plans.push(plan);
    },
  };
  let settings: Settings = defaultSettings;
  const topic = createTopic<Notice[]>('app.notices', [], () => undefined);
  let made = 0;
  const notices = createNotices(topic, () => `n${++made}`);
  const network = createNetwork({ transport, settings: () => settings, clock: systemClock, notices, log: () => undefined });
  const send = () => network.transport.send({ method: 'GET', url: 'https://service.test', headers: {}, limits: transportLimits });
  const set = async (change: Partial<Settings>) => {
    settings = { ...settings, ...change };
    network.settingsChanged();
    await send().catch(() => undefined);
  };
  return { set, send, state, plans, shown: () => topic.get().value };
}

const transportLimits = { connect: 1_000, headers: 1_000, idle: 1_000, total: 1_000, bodyBytes: 1_000 };

test('the notice is about the file that the settings name now', async () => {
  const { set, shown } = setUp();
  const folder = await temporaryFolder();
  await set({ caFile: join(folder, 'first.pem') });
  await set({ caFile: join(folder, 'second.pem') });
  expect(shown()).toMatchObject([{ kind: 'ca-file-unreadable', file: 'second.pem' }]);
  await writeFile(join(folder, 'empty.pem'), '');
  await set({ caFile: join(folder, 'empty.pem') });
  expect(shown()).toMatchObject([{ kind: 'ca-file-empty', file: 'empty.pem' }]);
  await set({ caFile: null });
  expect(shown()).toEqual([]);
});

test('the notice stays the same while another setting changes', async () => {
  const { set, shown } = setUp();
  await set({ caFile: join(await temporaryFolder(), 'gone.pem') });
  const before = shown();
  await set({ proxyMode: 'none' });
  expect([before.length, shown()]).toEqual([1, before]);
});

test('certificates of a file that is gone stay trusted until the settings are applied again', async () => {
  const { set, send, plans, shown } = setUp();
  const file = join(await temporaryFolder(), 'company.pem');
  await writeFile(file, certificate);
  await set({ caFile: file });
  await rm(file);
  expect((await send()).status).toBe(200);
  expect([plans.at(-1)?.authorities.length, shown()]).toEqual([1, []]);
  await set({ proxyMode: 'none' });
  expect(plans.at(-1)?.authorities).toEqual([]);
  expect(shown()).toMatchObject([{ kind: 'ca-file-unreadable', file: 'company.pem' }]);
});

test('nothing is sent while the host can’t apply the settings, and everything once it can', async () => {
  const { set, send, state } = setUp();
  state.refuses = true;
  await set({ proxyMode: 'none' });
  expect(await reportOf(send())).toEqual({ code: 'internal' });
  state.refuses = false;
  await set({ proxyMode: 'system' });
  expect((await send()).status).toBe(200);
});
