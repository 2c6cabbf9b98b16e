/** The contact channels of Ada, and those of another user, in a sandbox that is new for each test. */
import { beforeEach } from 'vitest';
import { createTestSandbox, type Fields, type TestSandbox } from './test-sandbox';

/** Returns what a request to add a channel contains. */
export const addition = (fields: Fields = {}): Fields => ({
  user_id: 'me',
  type: 'email',
  value: 'second@people.example',
  used_for_auth: false,
  ...fields,
});

/** Creates the scene before each test of the file. */
export function contactChannelScene() {
  let test: TestSandbox;
  let me: { user_id: string; access_token: string };
  beforeEach(async () => {
    test = await createTestSandbox();
    me = await test.signIn();
  });
  const client = (method: string, path: string, body?: unknown, token: string | undefined = me.access_token) =>
    test.call('client', method, `/contact-channels${path}`, body, token);
  return {
    get test() {
      return test;
    },
    get me() {
      return me;
    },
    client,
    server: (method: string, path: string, body?: unknown) => test.call('server', method, `/contact-channels${path}`, body),
    add: async (fields: Fields = {}) => (await client('POST', '', addition(fields))).json,
    mine: async () => (await client('GET', '?user_id=me')).items,
    another: () =>
      test.store.one<{ user_id: string; id: string; value: string }>(
        'SELECT u.id AS user_id, c.id, c.value FROM contact_channels c JOIN users u ON u.key = c.user WHERE u.id <> ?',
        [me.user_id],
      ) ?? { user_id: '', id: '', value: '' },
  };
}
