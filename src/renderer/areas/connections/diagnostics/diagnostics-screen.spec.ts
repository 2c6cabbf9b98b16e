import { expect, test } from 'vitest';
import type { Connection } from '#contract/bridge/connections.ts';
import { diagnosticsReport } from './diagnostics-screen';
import type { Finding } from './findings';

const connection: Connection = {
  id: 'c1',
  kind: 'project',
  name: 'Analytical Engines',
  baseUrl: 'https://auth.analytical.example',
  projectId: '6fbbf22e-f4b2-4c6e-95a1-beab6fa41063',
  environment: 'production',
  colour: null,
  handlerBase: '/handler',
  safety: 'normal',
  requirePresence: false,
  group: 'Customers',
  pinned: false,
  credentials: { client: true, server: 'a1b2', admin: false, owner: null } as never,
  release: '2.8.4',
  features: null,
};
const finding = (id: string, change: Partial<Finding> = {}): Finding => ({
  id,
  state: 'ok',
  title: 'T',
  result: 'R',
  about: 'A',
  ...change,
});
const info = { version: '1.2.3', host: 'electron', platform: 'linux', arch: 'x64' } as const;

test('has states, codes, and times', () => {
  const findings = [finding('name', { millis: 3 }), finding('certificate', { state: 'failed', code: 'CERT_HAS_EXPIRED', millis: 12 })];
  expect(diagnosticsReport({ info, connection, isProxied: true, findings, at: 0 })).toBe(
    [
      'Latchkey 1.2.3, electron, linux x64',
      'time: 1970-01-01T00:00:00.000Z',
      'connection: project, https, production, normal',
      'keys: client, server',
      'release: 2.8.4',
      'proxy: yes',
      'name: ok (3 ms)',
      'certificate: failed CERT_HAS_EXPIRED (12 ms)',
    ].join('\n'),
  );
});

test('has no key, name, address, or ID', () => {
  const code = 'getaddrinfo ENOTFOUND auth.analytical.example for ada@analytical.example with ssk_9f8e7d6c5b4a39281706f5e4d3c2b1a0';
  const findings = [finding('name', { result: 'auth.analytical.example', title: 'Ada', next: 'Ada', code })];
  const report = diagnosticsReport({ info: undefined, connection, isProxied: false, findings, at: 0 });
  expect(report).not.toMatch(/analytical|ada|customers|6fbbf22e|a1b2|ssk_9f/i);
  expect(report).toContain('ENOTFOUND');
});
