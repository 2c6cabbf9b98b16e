import { expect, test } from 'vitest';
import { verificationCodeIn } from './verify-email-dialog';

const code = '0123456789abcdefghjkmnpqrstvwxyz0123456789abc';

test.each([
  [code, code],
  [`  ${code}\n`, code],
  [code.toUpperCase(), code],
  [`http://localhost:47810/handler/email-verification?code=${code}`, code],
  [`https://app.example/handler/email-verification?x=1&code=${code}#top`, code],
  [`latchkey://handler/email-verification?code=${code}`, code],
  [`https://app.example/handler/email-verification?code=${code.slice(1)}`, null],
  ['https://app.example/handler/email-verification', null],
  [code.slice(1), null],
  [`${code}0`, null],
  ['A1B2C3', null],
  ['javascript:alert(1)', null],
  ['', null],
])('the code in %j is %j', (text, found) => {
  expect(verificationCodeIn(text)).toBe(found);
});
