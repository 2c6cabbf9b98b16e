import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { launchElectron, prepareElectron } from '../support/electron/launch';
import { temporaryFolder } from '../support/temporary-folder';

beforeAll(prepareElectron);

test('it starts on a profile that is not there yet, with one window that shows the page', async () => {
  const running = await launchElectron(join(await temporaryFolder(), 'new', 'profile'));
  const loads = await running.evaluate(({ windows }) => windows.map(({ contents }) => contents.loads));
  expect(loads).toHaveLength(1);
  expect(running.complaints()).toBe('');
  expect(await running.call('app.info', {})).toMatchObject({ ok: true, value: { host: 'electron' } });
});
