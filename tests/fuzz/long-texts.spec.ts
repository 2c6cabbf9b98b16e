/** Texts of 100,000 characters that others wrote: what reads them takes twice the time for twice the text, whatever it contains. */
import { describe, expect, test } from 'vitest';
import { looksLikeLink, recognize } from '#app/palette/recognize.ts';
import { parsePaste } from '#areas/connections/paste/paste-parser.ts';
import { domainProblem, isHandlerPath } from '#areas/project/domains/domain-problems.ts';
import { concealAddresses } from '#contract/conceal.ts';
import { csvRow } from '#contract/export/csv.ts';
import { withoutPrivateParts } from '#contract/support/problem-report.ts';
import { machineText } from '#contract/text/machine-text.ts';
import { trimInvisible, visibleText } from '#contract/text/visible-text.ts';
import { baseUrlOf } from '#contract/urls.ts';
import { readAddresses } from '#lib/addresses.ts';
import { readApiKeyText } from '#lib/rules/project-keys.ts';
import { foldText, searchPattern } from '#lib/search.ts';
import { readImport } from '#main/administration/transfer/plain-list.ts';
import { sitesOf } from '#main/callback/callback-candidates.ts';
import { parseLink } from '#main/callback/parse-link.ts';
import { isSite } from '#main/callback/project-sites.ts';
import { mergeEnv } from '#main/gateway/env-files.ts';
import { parsePastedLink } from '#main/links/pasted-links.ts';
import { parseBypass } from '#main/remote/network/bypass.ts';
import { createRedactor } from '#main/remote/redact.ts';
import { inertDocument } from '#main/runtime/previews.ts';
import { isHostPattern } from '#main/settings/parse-policy.ts';
import { growthOf, repeated } from '../support/growth';

const quietly = (run: () => unknown) => {
  try {
    return run();
  } catch {
    return null;
  }
};
const redact = createRedactor(() => ['ssk_0123456789']);

/** What reads texts that users paste or type, that the service sends, or that are in files. */
const readers: readonly [string, (text: string) => unknown][] = [
  ['visibleText', visibleText],
  ['trimInvisible', trimInvisible],
  ['machineText', machineText],
  ['concealAddresses', concealAddresses],
  ['withoutPrivateParts', withoutPrivateParts],
  ['baseUrlOf', (text) => baseUrlOf({ origin: 'https://a.example', pathname: `/${text}` })],
  ['isSite', (text) => isSite(`https://${text}`)],
  ['sitesOf', (text) => sitesOf({ allow_localhost: true, domains: [{ domain: `https://a.example/${text}`, handler_path: `/${text}` }] })],
  ['parseLink', (text) => quietly(() => parseLink(text, ['/handler']))],
  ['parsePastedLink', (text) => quietly(() => parsePastedLink(text, ['/handler']))],
  ['readImport', (text) => quietly(() => readImport(text, []))],
  ['mergeEnv', (text) => mergeEnv(text, [{ name: 'STACK_PROJECT_ID', value: 'p' }])],
  ['inertDocument', inertDocument],
  ['parseBypass', (text) => quietly(() => parseBypass(text))],
  ['isHostPattern', isHostPattern],
  ['redact', redact],
  ['parsePaste', parsePaste],
  ['domainProblem', (text) => domainProblem(text, [text, `https://${text}`], { isByOrigin: false })],
  ['isHandlerPath', isHandlerPath],
  ['csvRow', (text) => csvRow([text])],
  ['readApiKeyText', readApiKeyText],
  ['foldText', foldText],
  ['readAddresses', readAddresses],
  ['searchPattern', searchPattern],
  ['recognize', recognize],
  ['looksLikeLink', (text) => looksLikeLink(text, true)],
];

const pieces = [
  ...[
    ' ',
    '\t',
    '\n',
    '\r\n',
    ' \n',
    'a',
    'A1_',
    '1.',
    '.',
    '-',
    '_',
    '/',
    '//',
    '"',
    "'",
    '\\"',
    '\\n',
    '<',
    '<a',
    '>',
    '> ',
    '>\n',
    '@',
    'a@',
  ],
  ...[
    'x%40',
    '%',
    '=',
    '=\n',
    '==@',
    ':',
    '::',
    '{',
    '{#',
    '{{',
    '[',
    '(',
    '#',
    ';',
    ',',
    ', ',
    '&&',
    '\ufeff',
    '\u200b',
    '\u2060 ',
    '…',
    '🔑',
    'é',
  ],
  ...['http://', 'https://a.example/', '<key>', '<string name="a">', 'data:\t', '"data":{', 'A=1 ', '- ', '--', 'eyJ', 'a-', '&amp;'],
];
const frames = [
  ['', '\0'],
  ['a', 'x!'],
] as const;

describe.each(readers)('%s', (_name, read) => {
  test.each(pieces)('%j', (piece) => {
    const growths = frames.map(([start, end]) => growthOf(read, (length) => repeated(piece, length, start, end)));
    expect(Math.max(...growths)).toBeLessThan(3);
  });
});
