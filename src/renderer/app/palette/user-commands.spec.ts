import { expect, test } from 'vitest';
import { withoutCommand } from './user-commands';

test.each([
  ['ada', 'Impersonate', 'ada', false],
  ['impersonate', 'Impersonate', 'impersonate', false],
  ['impersonates ada', 'Impersonate', 'impersonates ada', false],
  ['Impersonate  ada lovelace', 'Impersonate', 'ada lovelace', true],
  ['als benutzer anmelden ada', 'Als Benutzer anmelden', 'ada', true],
])('%j with the command %j searches %j', (text, command, query, isImpersonating) => {
  expect(withoutCommand(text, command)).toEqual({ query, isImpersonating });
});
