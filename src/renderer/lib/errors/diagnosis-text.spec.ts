import { describe, expect, it } from 'vitest';
import de from '#messages/de.json';
import ja from '#messages/ja.json';
import { addTexts, createTranslator } from '#messages/translator.ts';
import { stepText } from './diagnosis-text';

addTexts('de', de);
addTexts('ja', ja);

const messages = createTranslator('en');
const certificate = {
  subject: 'service.test',
  issuer: 'Proxy 2',
  authority: 'Analytical Proxy',
  from: Date.UTC(2026, 0, 15, 12),
  until: Date.UTC(2027, 0, 15, 12),
};
const names = 'Issued to service.test by Proxy 2, valid from Jan\u00a015,\u00a02026 to Jan\u00a015,\u00a02027';
const step = { name: 'certificate', ok: false, millis: 1 } as const;

describe('the text of a step', () => {
  it('is what was found', () => {
    expect(stepText(messages, { name: 'name', ok: true, found: '127.0.0.1', millis: 1 })).toEqual({ text: '127.0.0.1' });
    expect(stepText(messages, { ...step, ok: true, found: 'Proxy 2', certificate })).toEqual({ text: names });
  });

  it('names the authority that an untrusted certificate needs', () => {
    expect(stepText(messages, { ...step, found: 'SELF_SIGNED_CERT_IN_CHAIN', reason: 'tls-untrusted', certificate })).toEqual({
      text: 'This computer doesn’t trust the server’s certificate',
      code: 'SELF_SIGNED_CERT_IN_CHAIN',
      certificate: names,
      advice: 'To connect, this computer must trust the certificate of “Analytical Proxy”.',
    });
  });

  it.each([
    ['CERT_HAS_EXPIRED', 'tls-expired', 'The server’s certificate has expired, or this computer’s clock is wrong'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls-wrong-host', 'The server’s certificate is for another domain'],
    ['ECONNREFUSED', 'unreachable', 'Couldn’t reach the service'],
  ] as const)('says what %s means, and keeps the code', (found, reason, text) => {
    expect(stepText(messages, { ...step, found, reason })).toEqual({ text, code: found });
  });

  it('doesn’t repeat a code of our own', () => {
    expect(stepText(messages, { ...step, found: 'timed-out', reason: 'timed-out' })).toEqual({
      text: 'The service took too long to respond',
    });
  });

  it.each([
    ['en', '3 certificates in company.pem', '1,200 seconds', '-1 second'],
    ['de', '3 Zertifikate in company.pem', '1.200 Sekunden', '-1 Sekunde'],
    ['ja', 'company.pem（3件）', '1,200秒', '-1秒'],
  ] as const)('has counts and durations in the language %s', (language, authorities, ahead, behind) => {
    const own = createTranslator(language, language);
    const found = (more: object) => stepText(own, { name: 'clock', ok: true, found: 'raw', millis: 1, ...more }).text;
    expect(found({ name: 'authorities', authorities: { file: 'company.pem', count: 3 } })).toBe(authorities);
    expect([found({ aheadSeconds: 1200 }), found({ aheadSeconds: -1 })]).toEqual([ahead, behind]);
  });

  it('says that there is no date', () => {
    expect(stepText(messages, { ...step, name: 'clock', found: 'no-date' })).toEqual({
      text: 'The service’s responses don’t include a date',
    });
  });
});
