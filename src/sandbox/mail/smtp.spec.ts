import { afterEach, describe, expect, it } from 'vitest';
import { deliveryErrorTypes } from '#contract/service/models/mail-models.ts';
import { unknownHost } from '#tests/support/service/stub-service.ts';
import { closedPort, failingMailServer, login, type Refusal, startMailServer, type TestMailServer } from '../testing/mail-server';
import { createSmtp } from './smtp';

const patient = createSmtp(10_000);
const mail = { to: ['ada@analytical.example'], subject: 'Grüße', text: 'plain\n', html: '<p>rich</p>' };
let server: TestMailServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

describe('a mail server', () => {
  it('receives the message in both forms, from the sender', async () => {
    server = await startMailServer();
    expect(await patient(server.config, mail)).toBeNull();
    const [letter = ''] = server.messages;
    expect(letter).toContain('From: Engines <noreply@engines.example>');
    expect(letter).toContain('To: ada@analytical.example');
    expect(letter).toContain('multipart/alternative');
    expect(letter).toContain('<p>rich</p>');
    expect(letter).toContain('Subject: =?UTF-8?');
  });

  it('receives no headers injected by a subject or name', async () => {
    server = await startMailServer();
    const config = { ...server.config, sender_name: 'X\r\nBcc: evil@evil.example' };
    await patient(config, { ...mail, subject: 'Hi\r\nBcc: evil@evil.example' });
    expect(server.messages[0]).not.toMatch(/^Bcc:/im);
  });

  it.each<[Refusal, string, string, boolean]>([
    ['login', 'AUTH_FAILED', 'Failed to authenticate with the email server. Please check your email credentials configuration.', false],
    ['recipient', 'INVALID_EMAIL_ADDRESS', 'Unknown recipient', false],
    ['sender', 'INVALID_EMAIL_ADDRESS', 'Not from there', false],
    ['letter', 'REJECTED', 'Email server rejected the email: ', false],
    ['later', 'TEMPORARY', 'Try again later', true],
  ])('reports a rejection of %s as %s', async (refusal, errorType, text, canRetry) => {
    server = await startMailServer(refusal);
    const failure = await patient(server.config, mail);
    expect(failure).toMatchObject({ errorType, canRetry, isTimeout: false, message: expect.stringContaining(text) });
    expect(deliveryErrorTypes).toContain(failure?.errorType);
    expect(server.messages).toEqual([]);
  });

  it('removes the password from a server’s error', async () => {
    server = await startMailServer('login');
    const failure = await patient(server.config, mail);
    expect(failure?.rawError.responseCode).toBe(535);
    expect(JSON.stringify(failure)).not.toContain(login.password);
  });

  it('distinguishes a closed connection from a closed port', async () => {
    server = await failingMailServer('hangs-up');
    expect((await patient(server.config, mail))?.errorType).toBe('SOCKET_CLOSED');
    const unreachable = {
      errorType: 'HOST_NOT_FOUND',
      message: 'Failed to connect to the email host. Please make sure the email host configuration is correct.',
    };
    expect(await patient(await closedPort(), mail)).toMatchObject(unreachable);
    expect(await patient({ ...server.config, host: unknownHost }, mail)).toMatchObject(unreachable);
  });

  it('times out for a silent server', async () => {
    server = await failingMailServer('silent');
    expect(await createSmtp(50)(server.config, mail)).toMatchObject({
      errorType: 'TIMEOUT',
      message: 'Timed out. Make sure the email server is running and accepting connections.',
      canRetry: true,
      isTimeout: true,
    });
  });

  it.each([
    ['no recipient', { to: [] as string[] }, {}],
    ['a port beyond all ports', {}, { port: 65_536 }],
    ['an empty host', {}, { host: '', port: 1 }],
    ['no user', {}, { username: '' }],
  ])('handles %s', async (_what, mailChange, configChange) => {
    server = await startMailServer();
    const failure = await createSmtp(2000)({ ...server.config, ...configChange }, { ...mail, ...mailChange });
    expect(deliveryErrorTypes).toContain(failure?.errorType);
  });
});
