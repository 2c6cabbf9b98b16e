import { expect, test } from 'vitest';
import { mayBeKeyRefusal } from './api-keys';

test.each([
  [{ known: 'API_KEY_NOT_FOUND', status: 404 }, true],
  [{ status: 400, text: 'User API keys are not enabled for this project.' }, true],
  [{ status: 400, text: 'Team API keys are not enabled for this project.' }, true],
  [{ status: 403, text: 'Client can only manage their own api keys' }, false],
  [{ known: 'API_KEY_EXPIRED', status: 401 }, false],
  [{ status: 400 }, false],
  [{}, false],
])('%j: %s', (report, expected) => {
  expect(mayBeKeyRefusal(report)).toBe(expected);
});
