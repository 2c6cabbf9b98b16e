import { expect, it } from 'vitest';
import { websiteUrl } from './loopback';

it.each([
  ['https://app.example.com/projects/1/webhooks', 'https://app.example.com/projects/1/webhooks'],
  [' https://app.example.com ', 'https://app.example.com/'],
  ['http://localhost:8101/webhooks', 'http://localhost:8101/webhooks'],
  ['http://127.0.0.1/webhooks', 'http://127.0.0.1/webhooks'],
  ['http://[::1]:8101/', 'http://[::1]:8101/'],
  ['http://app.example.com', null],
  ['http://localhost.example.com', null],
  ['https://user:secret@app.example.com', null],
  ['https://user@app.example.com', null],
  ['javascript:alert(1)', null],
  ['data:text/html,hello', null],
  ['file:///etc/passwd', null],
  ['app.example.com', null],
  ['https://', null],
  ['', null],
])('opens %j as %s', (text, expected) => {
  expect(websiteUrl(text)?.href ?? null).toBe(expected);
});
