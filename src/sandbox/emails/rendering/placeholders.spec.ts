import { describe, expect, it } from 'vitest';
import { fillPlaceholders, InvalidTemplate, isTemplate } from './placeholders';

const values = { userDisplayName: '<b>Ada & Co</b>', projectDisplayName: 'Engines', otp: '3SLSWZ', missing: null };

describe('placeholders', () => {
  it.each([
    ['nothing at all', 'nothing at all'],
    ['{{ otp }}', '3SLSWZ'],
    ['{{otp}}{{otp}}', '3SLSWZ3SLSWZ'],
    ['Hi, {{ userDisplayName }}!', 'Hi, <b>Ada & Co</b>!'],
    ['{{{ userDisplayName }}} {{& userDisplayName }}', '<b>Ada & Co</b> <b>Ada & Co</b>'],
    ['[{{ unknown }}]', '[]'],
    ['[{{ missing }}]', '[]'],
    ['a {{~ otp ~}} b', 'a3SLSWZb'],
    ['\\{{ otp }}', '{{ otp }}'],
    ['{{! a remark }}x', 'x'],
    ['{{#if otp}}yes{{else}}no{{/if}}', 'yes'],
    ['{{#if missing}}yes{{else}}no{{/if}}', 'no'],
    ['{{#if missing}}a{{else if otp}}b{{else}}c{{/if}}', 'b'],
    ['{{#unless missing}}x{{/unless}}', 'x'],
    ['{{#if unknown}}x{{/if}}', ''],
    ['{{^if missing}}x{{/if}}', 'x'],
    ['{ otp } {{ "otp" }} {{ 5 }} {{ true }}', '{ otp }   '],
  ])('%s', (template, filled) => {
    expect(isTemplate(template)).toBe(true);
    expect(fillPlaceholders(template, values)).toBe(filled);
  });

  it.each([
    '{{ constructor }}',
    '{{ __proto__ }}',
    '{{ toString }}',
    '{{ hasOwnProperty }}',
    '{{ this }}',
    '{{ . }}',
    '{{ ../otp }}',
    '{{ @root.otp }}',
    '{{ @otp }}',
    '{{ otp.constructor }}',
    '{{ otp.length }}',
    '{{ userDisplayName.constructor.constructor }}',
    '{{ [__proto__] }}',
    '{{ __defineGetter__ }}',
  ])('%s is empty', (template) => {
    expect(fillPlaceholders(template, values)).toBe('');
  });

  it.each([
    '{{',
    '{{ }}',
    '{{ otp',
    '{{#if otp}}',
    '{{/if}}',
    '{{#if otp}}{{/unless}}',
    '{{#if}}x{{/if}}',
    '{{#if otp missing}}x{{/if}}',
    '{{else}}',
    '{{ lookup this "constructor" }}',
    '{{ log otp }}',
    '{{ otp "x" }}',
    '{{ otp a=1 }}',
    '{{ helperMissing otp }}',
    '{{#each this}}{{this}}{{/each}}',
    '{{#with otp}}{{length}}{{/with}}',
    '{{#with "constructor"}}{{#with ../this}}{{/with}}{{/with}}',
    '{{#otp}}x{{/otp}}',
    '{{#blockHelperMissing otp}}x{{/blockHelperMissing}}',
    '{{> partial }}',
    '{{> (lookup . "x") }}',
    '{{#> layout }}x{{/layout}}',
    '{{* decorator }}',
    '{{#*inline "x"}}{{> x}}{{/inline}}{{> x}}',
    '{{{{raw}}}}{{{{/raw}}}}',
    '{{#if otp}}'.repeat(20_000),
    `${'{{#if otp}}'.repeat(101)}${'{{/if}}'.repeat(101)}`,
    '{{ otp }}'.repeat(6000),
    'x'.repeat(50_001),
  ])('rejects %.60s', (template) => {
    expect(isTemplate(template)).toBe(false);
    expect(() => fillPlaceholders(template, values)).toThrow(InvalidTemplate);
  });

  it('validates branches that aren’t taken', () => {
    expect(isTemplate('{{#if missing}}{{> partial }}{{/if}}')).toBe(false);
    expect(isTemplate('{{#if otp}}x{{else}}{{#each this}}{{/each}}{{/if}}')).toBe(false);
  });

  it('doesn’t fill placeholders in values', () => {
    expect(fillPlaceholders('{{ otp }}', { otp: '{{ otp }}{{#each' })).toBe('{{ otp }}{{#each');
  });
});
