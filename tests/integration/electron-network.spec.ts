/** The network settings in the Electron host, on the test double of Electron: the options of its sessions. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { launchElectron } from '../support/electron/launch';
import { prepareElectron } from '../support/electron/process';
import { createAuthority } from '../support/service/certificate';
import { temporaryFolder } from '../support/temporary-folder';

beforeAll(() => prepareElectron());

const day = 86_400_000;
const company = createAuthority();

test('sessions of their own follow the settings at once; this machine is reached without a proxy', async () => {
  const running = await launchElectron(await temporaryFolder());
  const first = await running.evaluate(({ partition }) =>
    [partition('latchkey-service'), partition('latchkey-service-direct')].map(({ proxy, verify }) => [proxy, verify]),
  );
  expect(first).toEqual([
    [null, null],
    [{ mode: 'direct' }, null],
  ]);

  const file = join(await temporaryFolder(), 'company.pem');
  await writeFile(file, company.cert);
  const manual = { proxyMode: 'manual', proxyUrl: 'http://proxy.invalid:3128', proxyBypass: '.corp', caFile: file };
  expect(await running.call('settings.update', manual)).toMatchObject({ ok: true });
  await running.call('sandbox.open', {});
  const later = await running.evaluate(({ net, partition }) => ({
    proxies: [partition('latchkey-service-1'), partition('latchkey-service-1-direct')].map(({ proxy }) => proxy),
    closed: partition('latchkey-service').closedConnections,
    direct: net.requests.every(({ session }) => session === (partition('latchkey-service-1-direct').face as unknown)),
  }));
  expect(later).toEqual({
    proxies: [{ mode: 'fixed_servers', proxyRules: 'http://proxy.invalid:3128', proxyBypassRules: 'corp,*.corp' }, { mode: 'direct' }],
    closed: 1,
    direct: true,
  });

  const given = {
    good: company.issue({ names: ['service.test'] }).cert,
    expired: company.issue({ names: ['service.test'], from: Date.now() - 3 * day, until: Date.now() - day }).cert,
    foreign: createAuthority().issue({ names: ['service.test'] }).cert,
  };
  const verdicts = await running.evaluate(({ partition }, certificates) => {
    const ask = (data: string, hostname: string, errorCode: number) => {
      let result: number | null = null;
      const certificate = { data } as Electron.Certificate;
      partition('latchkey-service-1').verify?.({ hostname, errorCode, certificate } as Electron.Request, (answer) => {
        result = answer;
      });
      return result;
    };
    const { good, expired, foreign } = certificates;
    return [
      ask(good, 'service.test', -202),
      ask(good, 'other.test', -202),
      ask(expired, 'service.test', -202),
      ask(foreign, 'service.test', -202),
      ask(good, 'service.test', -206),
    ];
  }, given);
  expect(verdicts).toEqual([0, -200, -201, -3, -3]);
});

test('a proxy that Chromium refuses is an error of that proxy, and nothing is sent past it', async () => {
  const running = await launchElectron(await temporaryFolder());
  await running.evaluate(({ Session }) => {
    Session.proxyFailure = 'Invalid proxy rules';
  });
  await running.call('settings.update', { proxyMode: 'manual', proxyUrl: 'http://proxy.invalid:3128' });
  const draft = {
    name: 'A',
    baseUrl: 'https://service.test',
    projectId: 'internal',
    environment: 'development',
    keys: { client: 'pck_1' },
  };
  expect(JSON.stringify(await running.call('connections.test', { draft }))).toContain('proxy-url-invalid');
  expect(await running.evaluate(({ net }) => net.requests.length)).toBe(0);
});

test.each([
  [{ proxyUrl: 'http://ada:pass@proxy.invalid' }, 'bad-input'],
  [{ proxyUrl: 'socks4://proxy.invalid' }, 'bad-input'],
  [{ proxyScript: 'file:///etc/proxy.pac' }, 'bad-input'],
  [{ proxyUrl: 'http://proxy.invalid:0' }, 'proxy-url-invalid'],
  [{ proxyBypass: 'https://x' }, 'bad-input'],
  [{ proxyBypass: '10.0.0.0/99' }, 'proxy-bypass-invalid'],
  [{ caFile: '/nowhere/company.pem' }, 'ca-file-unreadable'],
])('%j isn’t stored', async (change, code) => {
  const profile = await temporaryFolder();
  const running = await launchElectron(profile);
  expect(await running.call('settings.update', change)).toMatchObject({ ok: false, error: { code } });
  expect(await running.call('settings.state', {})).not.toMatchObject({ value: { value: change } });
});
