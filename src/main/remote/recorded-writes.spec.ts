import { expect, test } from 'vitest';
import { fail } from '#contract/errors.ts';
import { catalog } from '#contract/service/index.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { createScriptedTransport, reportOf, response, seededRandom } from '#tests/support/main/test-ports.ts';
import { createRecordedWrites } from './recorded-writes';
import { createSender, type Target } from './send';

const target: Target = { baseUrl: 'https://x.test', projectId: 'p', destination: 'd', keys: { server: async () => 'ssk_x' } };

test('a write is recorded before its first byte, and with its outcome; a read isn’t', async () => {
  const steps: string[] = [];
  const { recorder, onOutcome } = createRecordedWrites();
  const transport = createScriptedTransport(({ method }) => {
    steps.push(method);
    return response({ success: true });
  });
  const intent = async () => void steps.push('intent');
  const sender = createSender({
    transport,
    clock: createFakeClock(),
    random: seededRandom(),
    clientVersion: 'x',
    recorder: { ...recorder, intent },
  });
  const stop = onOutcome(({ destination }, { ok }) => steps.push(`${destination} ${ok}`));
  const origin = { source: 'window' } as const;
  const params = { user_id: '00000000-0000-4000-8000-000000000001' };
  await sender.send(catalog.users.delete, 'project', target, { params }, { origin });
  expect(steps.splice(0)).toEqual(['intent', 'DELETE', 'd true']);
  transport.answer = () => {
    throw fail('offline');
  };
  expect(await reportOf(sender.send(catalog.users.delete, 'project', target, { params }, { once: true, origin }))).toMatchObject({
    code: 'offline',
  });
  expect(steps.splice(0)).toEqual(['intent', 'd false']);
  await sender.send(catalog.users.read, 'project', target, { params }, { once: true }).catch(() => undefined);
  stop();
  expect(steps).toEqual([]);
});
