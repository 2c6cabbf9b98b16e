/** Commands of the build in a terminal of the system: what isn't shown there, Ctrl+C, colors, and the width. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { changedFile, lockedProfile, passphrase, unlock } from '../support/main/locked-profile';
import { runCommand, runInTerminal } from '../support/main/run-command';
import { hasTerminals, runBuiltInTerminal, startService } from '../support/main/terminal-scene';
import { temporaryFolder } from '../support/temporary-folder';

describe.runIf(hasTerminals)('in a terminal of the system', () => {
  test('a locked profile asks for the passphrase, which isn’t shown; in a pipe, nothing is asked', async () => {
    const { options, secrets, api, close } = await lockedProfile();
    expect(await runCommand(['connections', 'list', ...options])).toMatchObject({ code: 1, out: '', err: /\(app-locked\)/ });
    const asked = 'Passphrase of the lock: ';
    const replies = [
      [asked, 'wrong\r'],
      [asked, `${passphrase}\r`],
    ] as const;
    const listed = await runBuiltInTerminal(['connections', 'list', ...options], {}, replies);
    expect(listed).toMatchObject({ code: 0, shown: expect.stringContaining('Production') });
    expect(listed.shown).toContain('The passphrase isn’t right.');
    for (const secret of [...secrets, passphrase, 'wrong']) expect(listed.shown).not.toContain(secret);
    const ended = await runBuiltInTerminal(['connections', 'list', ...options], {}, [[asked, '\x03']]);
    expect(ended).toMatchObject({ code: 130, shown: expect.not.stringContaining('app-locked') });
    // The app isn't disturbed.
    const { id: connectionId } = (await api.connections.list({})).value[0] ?? { id: '' };
    expect((await api.connections.test({ id: connectionId })).checks.every(({ outcome }) => outcome !== 'refused')).toBe(true);
    await close();
  });

  test('a job that is ended with Ctrl+C is listed, and continued', async () => {
    const { options, env, close } = await lockedProfile();
    await close();
    const { users } = JSON.parse((await runCommand(['users', 'list', '--limit', '5', '--json'], env)).out) as { users: { id: string }[] };
    const file = join(await temporaryFolder(), 'job.json');
    const action = { kind: 'users.setMetadata', path: 'server.checked', value: true };
    const scope = { kind: 'targets', targets: users.map(({ id }) => ({ id, of: null })) };
    await writeFile(file, JSON.stringify({ action, scope, options: { perSecond: 1 } }));
    // Targets are left for some seconds, so that the keys are pressed in time on a slow machine.
    const ended = await runBuiltInTerminal(['jobs', 'run', file, '--yes', ...options], {}, [unlock, ['1 done', '\x03']]);
    expect(ended.code).toBe(130);
    const listed = await runInTerminal(['jobs', 'list', '--json', ...options], {}, [unlock]);
    const { jobs } = JSON.parse(listed.shown.slice(listed.shown.indexOf('{'))) as { jobs: { id: string; state: string }[] };
    expect(jobs).toMatchObject([{ state: expect.not.stringMatching('done') }]);
    const resumed = await runInTerminal(['jobs', 'resume', jobs[0]?.id ?? '', '--yes', ...options], {}, [unlock]);
    expect(resumed).toMatchObject({ code: 0, shown: expect.stringContaining(': done. 5 done.') });
  });

  test('a question can be answered with no, and ended with Ctrl+C', async () => {
    const { env } = await startService();
    const file = await changedFile(env);
    const question = 'Change “127.0.0.1”? [y/N] ';
    const apply = ['config', 'apply', file];
    expect(await runInTerminal(apply, env, [[question, 'n\r']])).toMatchObject({
      code: 1,
      shown: expect.stringContaining('Not confirmed'),
    });
    expect(await runBuiltInTerminal(apply, env, [[question, '\x03']])).toMatchObject({ code: 130 });
    expect((await runCommand(['config', 'diff', file], env)).code).toBe(2);
    expect(await runInTerminal(apply, env, [[question, 'y\r']])).toMatchObject({ code: 0 });
  });

  test('there are colors and progress, tables fit, and NO_COLOR is followed', async () => {
    const { env } = await startService();
    const file = await changedFile(env);
    const colored = await runBuiltInTerminal(['config', 'diff', file], env);
    expect(colored.shown).toContain('\x1b[33m  ~ allow_localhost');
    expect(colored.shown).toContain('Reading both sides…');
    const plain = await runInTerminal(['config', 'diff', file], { ...env, NO_COLOR: '1' });
    expect(plain.shown.replaceAll('\x1b[K', '')).not.toContain('\x1b');
    const table = await runInTerminal(['users', 'list', '--limit', '5'], { ...env, NO_COLOR: '1' }, [], 60);
    const lines = table.shown.replaceAll('\x1b[K', '').split(/\r?\n|\r/);
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines.filter((each) => !each.startsWith('Only'))) expect([...line].length).toBeLessThanOrEqual(60);
  });
});
