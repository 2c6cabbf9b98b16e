import { describe, expect, it } from 'vitest';
import { parseCim, parsePs, parseStat, readProcess } from './read-process.mjs';

describe('what the system says of a process', () => {
  it.each([
    ['7 (sh) S 3 5 1 34816 7 4194304 100', { parent: 3, group: 5, name: 'sh' }],
    ['7 (npm start) S 3 5 1 0 -1 4194304 100', { parent: 3, group: 5, name: 'npm start' }],
    ['7 (a) R 1 2 (b) S 3 5 1 0 -1 4194304', { parent: 3, group: 5, name: 'a) R 1 2 (b' }],
    ['7 (two\nlines) S 3 5 1 0', { parent: 3, group: 5, name: 'two\nlines' }],
    ['', null],
    ['7 (sh', null],
  ])('is read from /proc: %j', (text, found) => {
    expect(parseStat(text)).toEqual(found);
  });

  it.each([
    ['    3     5 /bin/sh\n', { parent: 3, group: 5, name: '/bin/sh' }],
    ['1 1 npm start\n', { parent: 1, group: 1, name: 'npm start' }],
    ['', null],
    ['  PPID  PGID COMM\n', null],
  ])('is read from ps: %j', (text, found) => {
    expect(parsePs(text)).toEqual(found);
  });

  it.each([
    ['{"ParentProcessId":3,"Name":"cmd.exe"}', { parent: 3, group: null, name: 'cmd.exe' }],
    ['{"ParentProcessId":null,"Name":"cmd.exe"}', null],
    ['[]', null],
  ])('is read from PowerShell: %j', (text, found) => {
    expect(parseCim(text)).toEqual(found);
  });

  it('is that of this process, and nothing of one that is not there', async () => {
    expect((await readProcess(process.pid))?.parent).toBe(process.ppid);
    expect(await readProcess(2 ** 30)).toBeNull();
  });
});
