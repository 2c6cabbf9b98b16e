import { beforeEach, expect, test, vi } from 'vitest';

const host = vi.hoisted(() => ({ isElectron: false, run: vi.fn() }));
vi.mock('#lib/is-electron.ts', () => ({
  get isElectron() {
    return host.isElectron;
  },
}));
vi.mock('#data/api.ts', () => ({ api: { app: { run: host.run } } }));

const { reloadPage } = await import('./reload-page');
const reload = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
  vi.stubGlobal('window', { location: { reload } });
});

test('asks the host in Electron, which refuses every navigation of a page', () => {
  host.isElectron = true;
  host.run.mockResolvedValue(null);
  reloadPage();
  expect(host.run.mock.calls).toEqual([[{ id: 'reload' }]]);
  expect(reload).not.toHaveBeenCalled();
});

test('leaves nothing unhandled when the host refuses', async () => {
  host.isElectron = true;
  const refused = Promise.reject(new Error('app-locked'));
  host.run.mockReturnValue(refused);
  reloadPage();
  await expect(refused).rejects.toThrow('app-locked');
});

test('is the tab’s own in a browser', () => {
  host.isElectron = false;
  reloadPage();
  expect(reload).toHaveBeenCalledOnce();
  expect(host.run).not.toHaveBeenCalled();
});
