import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { failedText, playwrightFailures, vitestFailures } from './failed-tests.mjs';
import { root } from './project.mjs';

const message = 'Error: expected 1\n  to be 2';
const folder = mkdtempSync(join(tmpdir(), 'latchkey-failed-tests-'));

afterAll(() => rmSync(folder, { recursive: true }));

describe('of Playwright', () => {
  /** @param {string} title @param {string[]} statuses */
  const spec = (title, ...statuses) => ({
    title,
    file: 'a.spec.ts',
    line: 3,
    tests: statuses.map((status) => ({ status, results: status === 'expected' ? [{}] : [{ error: { message } }, {}] })),
  });
  const unsteady = { name: 'a.spec.ts:3 one', hasPassed: true, reason: message, seen: '' };
  const failed = { name: 'a.spec.ts:3 two', hasPassed: false, reason: message, seen: '' };

  it.each([
    ['an empty report', {}, []],
    ['a report without suites', { suites: [] }, []],
    ['passed, failed, and skipped tests', [spec('one', 'expected'), spec('two', 'unexpected'), spec('three', 'skipped')], [failed]],
    ['an unsteady test', [spec('one', 'flaky')], [unsteady]],
    ['one of several projects', [spec('one', 'expected', 'flaky')], [unsteady]],
  ])('finds those in %s', (_, report, expected) => {
    expect(playwrightFailures(Array.isArray(report) ? { suites: [{ suites: [{ specs: report }] }] } : report)).toEqual(expected);
  });

  it('needs no reason', () => {
    const test = { title: 'one', file: 'a.spec.ts', line: 3, tests: [{ status: 'unexpected' }] };
    expect(playwrightFailures({ specs: [test] })).toEqual([{ name: 'a.spec.ts:3 one', hasPassed: false, reason: '', seen: '' }]);
  });

  /** @param {string} context @param {{ text?: string }[]} stderr */
  const unsteadyWith = (context, stderr = []) => {
    const path = join(folder, 'error-context.md');
    writeFileSync(path, context);
    const attempt = { error: { message }, stderr, attachments: [{ name: 'error-context', path }, { name: 'trace' }] };
    return playwrightFailures({
      specs: [{ title: 'one', file: 'a.spec.ts', line: 3, tests: [{ status: 'flaky', results: [attempt, {}] }] }],
    });
  };

  it.each([
    [
      'the page without its navigation',
      '# Page\n```yaml\n- navigation:\n  - link "Users"\n- main:\n  - alert: Lost\n```\n',
      '- main:\n  - alert: Lost\n',
    ],
    ['what covers it', '```yaml\n- dialog "Delete":\n```', '- dialog "Delete":\n'],
    ['no page', '# Error', ''],
  ])('shows %s', (_, context, seen) => {
    expect(unsteadyWith(context)).toEqual([{ ...unsteady, seen }]);
  });

  it('shows what the test has printed', () => {
    const failures = unsteadyWith('```yaml\n- main\n```', [{ text: 'It ended.\n' }, {}]);
    expect(failedText(failures)?.split('\n').slice(3)).toEqual(['  | It ended.', '  | - main']);
  });
});

describe('of Vitest', () => {
  const path = join('src', 'a.spec.ts');
  /** @param {string} status @param {string} text @param {import('./failed-tests.mjs').VitestTest[]} assertionResults */
  const file = (status, text, ...assertionResults) => ({
    testResults: [{ name: join(root, path), status, message: text, assertionResults }],
  });
  const passed = { fullName: 'a one', status: 'passed', failureMessages: [] };
  const repeated = { fullName: 'a two', status: 'passed', failureMessages: [message] };
  const failed = { fullName: 'a three', status: 'failed', failureMessages: [message, 'another attempt'] };

  it.each([
    ['an empty report', {}, []],
    ['what passes', file('passed', '', passed), []],
    ['what fails', file('failed', '', passed, failed), [{ name: `${path} a three`, hasPassed: false, reason: message }]],
    ['what passes later', file('passed', '', passed, repeated), [{ name: `${path} a two`, hasPassed: true, reason: message }]],
    ['a file that can’t be loaded', file('failed', 'No such file'), [{ name: path, hasPassed: false, reason: 'No such file' }]],
  ])('finds those in %s', (_, report, expected) => {
    expect(vitestFailures(report)).toEqual(expected);
  });
});

describe('the text', () => {
  it('is none without failures', () => {
    expect(failedText([])).toBeNull();
  });

  it('names each with its reason, without colors and empty lines', () => {
    const reason = '\u001b[31mError:\u001b[39m expected\n\n  one  \n';
    expect(
      failedText([
        { name: 'a', hasPassed: false, reason },
        { name: 'b', hasPassed: true, reason: '' },
      ]),
    ).toBe('Failed: a\n  Error: expected\n    one\nPassed only when it was repeated: b');
  });

  it('shortens a long reason', () => {
    const lines = failedText([{ name: 'a', hasPassed: false, reason: `${'x'.repeat(1000)}\n`.repeat(100) }])?.split('\n') ?? [];
    expect([lines.length, Math.max(...lines.map(({ length }) => length))]).toEqual([25, 302]);
  });
});
