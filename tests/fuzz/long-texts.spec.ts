/** Texts of 100,000 characters that others wrote: what reads them takes twice the time for twice the text, whatever it contains. */
import { describe, expect, test } from 'vitest';
import { baseUrlOf } from '../../src/contract/base-url';
import { concealAddresses } from '../../src/contract/privacy/conceal';
import { withoutPrivateParts } from '../../src/contract/support/problem-report';
import { machineText } from '../../src/contract/text/machine-text';
import { trimInvisible, visibleText } from '../../src/contract/text/visible-text';
import { readImport } from '../../src/main/administration/transfer/plain-list';
import { sitesOf } from '../../src/main/callback/callback-candidates';
import { parseLink } from '../../src/main/callback/parse-link';
import { isSite } from '../../src/main/callback/project-sites';
import { mergeEnv } from '../../src/main/gateway/env-files';
import { parsePastedLink } from '../../src/main/links/pasted-links';
import { parseBypass } from '../../src/main/remote/network/bypass';
import { createRedactor } from '../../src/main/remote/redact';
import { inertDocument } from '../../src/main/runtime/previews';
import { isHostPattern } from '../../src/main/settings/allowed-hosts';
import { looksLikeLink, recognize } from '../../src/renderer/app/palette/recognize';
import { parsePaste } from '../../src/renderer/areas/connections/paste/paste-parser';
import { domainProblem, isHandlerPath } from '../../src/renderer/areas/project/domains/domain-problems';
import { toCsv } from '../../src/renderer/lib/export/csv';
import { readApiKeyText } from '../../src/renderer/lib/keys/project-keys';
import { foldText } from '../../src/renderer/lib/search/fold-text';
import { searchPattern } from '../../src/renderer/lib/search/search-pattern';
import { readAddresses } from '../../src/renderer/lib/text/addresses';
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
  ['toCsv', (text) => toCsv([[text]])],
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
