import { describe, expect, it } from 'vitest';
import { readAddresses } from './addresses';

const ada = 'ada@e.example';
const grace = 'grace@e.example';

describe('the addresses in a text', () => {
  it.each<[what: string, text: string, addresses: string[], leftOut?: string[]]>([
    ['nothing', ' \n,; ', []],
    ['one address', ada, [ada]],
    [
      'commas, semicolons and lines',
      'a@e.example, b@e.example;c@e.example\r\nd@e.example\te@e.example',
      ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@e.example`),
    ],
    ['names before addresses', `Ada Lovelace <${ada}>, Grace Hopper<${grace}>`, [ada, grace]],
    ['a quoted name with a comma', `"Lovelace, Ada" <${ada}>`, [ada]],
    ['names of Outlook, which have commas', `Lovelace, Ada <${ada}>; Hopper, Grace <${grace}>;`, [ada, grace]],
    ['names of Outlook, one a line', `Lovelace, Ada <${ada}>\r\nHopper, Grace <${grace}>\r\n`, [ada, grace]],
    ['an address before a name', `${ada}, Grace Hopper <${grace}>`, [ada, grace]],
    ['an address twice, as name and in brackets', `${ada} <${ada}>`, [ada, ada]],
    ['addresses in brackets alone', `<${ada}>\n<${grace}>`, [ada, grace]],
    ['other brackets', `(${ada}) [${grace}] {b@e.example}`, [ada, grace, 'b@e.example']],
    ['links from a web page', `mailto:${ada} MAILTO:${grace}?subject=Hi&body=There`, [ada, grace]],
    ['links of Markdown', `[Ada](mailto:${ada}) [${grace}](mailto:${grace})`, [ada, grace, grace], ['Ada']],
    [
      'a card of a contact',
      `BEGIN:VCARD\nEMAIL;TYPE=INTERNET:${ada}\nitem1.EMAIL;type=pref:mailto:${grace}`,
      [ada, grace],
      ['BEGIN:VCARD', 'EMAIL', 'item1.EMAIL'],
    ],
    ['kinds of addresses', `smtp:${ada};SIP:${grace}`, [ada, grace]],
    ['an address with a port, or within another', `${ada}:8080 https://${grace}`, [`${ada}:8080`, `https://${grace}`]],
    ['links in brackets', `Ada <mailto:${ada}>, <a href="mailto:ada%2Bx@e.example">`, [ada, 'ada+x@e.example'], ['a', 'href=']],
    ['a list with bullets', `• ${ada}\n- ${grace}\n* b@e.example\n–c@e.example`, [ada, grace, 'b@e.example', 'c@e.example']],
    ['a list with numbers', `1. ${ada}\n2) ${grace}\n(3) b@e.example`, [ada, grace, 'b@e.example']],
    ['a sentence', `Write to ${ada}, or to ${grace}.`, [ada, grace], ['Write', 'to', 'or', 'to']],
    ['a question', `${ada}? ${grace}! b@e.example:`, [ada, grace, 'b@e.example']],
    [
      'quotation marks',
      `"${ada}" '${grace}' “b@e.example” „c@e.example“ «d@e.example»`,
      [ada, grace, 'b@e.example', 'c@e.example', 'd@e.example'],
    ],
    ['columns of a spreadsheet', `Name\tEmail\nAda\t${ada}\nGrace\t${grace}`, [ada, grace], ['Name', 'Email', 'Ada', 'Grace']],
    ['a file with commas', `"name","email"\n"Ada","${ada}"`, [ada], ['name', 'email', 'Ada']],
    ['a table of Markdown', `| Ada | ${ada} |`, [ada], ['Ada']],
    ['invisible characters', `\u200B${ada}\u200B; \uFEFF\u202A${grace}\u202C`, [ada, grace]],
    ['no-break spaces', `${ada},\u00A0${grace}\u00A0`, [ada, grace]],
    ['full-width characters', 'ａｄａ＠ｅ．ｅｘａｍｐｌｅ，grace@e。example；b@e.example', [ada, grace, 'b@e.example']],
    ['an ideographic comma', `${ada}、${grace}`, [ada, grace]],
    ['an apostrophe within', "o'brien@e.example", ["o'brien@e.example"]],
    ['characters of a local part at its start', '_ada@e.example +grace@e.example', ['_ada@e.example', '+grace@e.example']],
    ['what is no address, to be corrected', 'ada@ @e.example a@b@c.example', ['ada@', '@e.example', 'a@b@c.example']],
    ['words without an address', 'Ada Grace', [], ['Ada', 'Grace']],
    ['brackets without an address', `<b> ${ada}`, [ada], ['b']],
    ['a bracket that is not closed', `Ada <${ada}`, [ada], ['Ada']],
    ['a percent sign that is no code', 'mailto:100%@e.example', ['100%@e.example']],
    ['a name in another script', 'فاطمة <fatima@e.example>', ['fatima@e.example']],
  ])('with %s', (_what, text, addresses, leftOut = []) => {
    expect(readAddresses(text)).toEqual({ addresses, leftOut });
  });

  it('are read in time that grows with the text', () => {
    const names = 'Ada Lovelace '.repeat(20_000);
    expect(readAddresses(`${names}<${ada}>${'<'.repeat(20_000)}`).addresses).toEqual([ada]);
  });
});
