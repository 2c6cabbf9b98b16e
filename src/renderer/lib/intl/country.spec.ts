import { describe, expect, it } from 'vitest';
import { countryName, placeName } from './country';

describe('the name of a country', () => {
  it('is in the reader’s language', () => {
    expect(countryName('CH', 'en')).toBe('Switzerland');
    expect(countryName('ch', 'de')).toBe('Schweiz');
  });

  it('is the code if there is no name', () => {
    expect(countryName('QQ', 'en')).toBe('QQ');
    expect(countryName('T1', 'en')).toBe('T1');
  });

  it('is missing without a code', () => {
    expect(countryName(null, 'en')).toBeNull();
    expect(countryName('', 'en')).toBeNull();
  });
});

describe('a place', () => {
  it('has city, region and country', () => {
    expect(placeName({ cityName: 'Portland', regionCode: 'OR', countryCode: 'US' }, 'en')).toBe('Portland, OR, United States');
    expect(placeName({ cityName: 'London', regionCode: 'ON', countryCode: 'ca' }, 'en')).toBe('London, ON, Canada');
  });

  it('omits unknown parts, and regions whose code says nothing', () => {
    expect(placeName({ cityName: 'Warsaw', regionCode: '14', countryCode: 'PL' }, 'en')).toBe('Warsaw, Poland');
    expect(placeName({ cityName: 'London', regionCode: 'ENG', countryCode: 'GB' }, 'en')).toBe('London, United Kingdom');
    expect(placeName({ cityName: 'Cairo', regionCode: 'C', countryCode: 'EG' }, 'en')).toBe('Cairo, Egypt');
    expect(placeName({ cityName: 'Atlantis', regionCode: 'OR' }, 'en')).toBe('Atlantis');
    expect(placeName({ cityName: null, countryCode: 'PL' }, 'en')).toBe('Poland');
    expect(placeName({ cityName: 'Warsaw' }, 'en')).toBe('Warsaw');
  });

  it('isolates a name that is read from the right, which would turn around the country', () => {
    expect(placeName({ cityName: '\u0627\u0644\u0642\u0627\u0647\u0631\u0629', countryCode: 'EG' }, 'en')).toBe(
      '\u2068\u0627\u0644\u0642\u0627\u0647\u0631\u0629\u2069, Egypt',
    );
  });

  it('has the country in Japanese brackets after a city', () => {
    expect(placeName({ cityName: 'Zurich', countryCode: 'CH' }, 'ja')).toBe('Zurich（スイス）');
    expect(placeName({ cityName: 'Portland', regionCode: 'OR', countryCode: 'US' }, 'ja-JP')).toBe('Portland, OR（アメリカ合衆国）');
    expect(placeName({ cityName: null, countryCode: 'CH' }, 'ja')).toBe('スイス');
    expect(placeName({ cityName: 'Zurich' }, 'ja')).toBe('Zurich');
  });

  it('is null if nothing is known', () => {
    expect(placeName(undefined, 'en')).toBeNull();
    expect(placeName({ countryCode: null, cityName: '' }, 'en')).toBeNull();
  });
});
