import { describe, expect, it } from 'vitest';
import { countryName, placeName } from './country';

describe('the name of a country', () => {
  it('is in the reader’s language', () => {
    expect(countryName('CH', 'en')).toBe('Switzerland');
    expect(countryName('ch', 'de')).toBe('Schweiz');
  });

  it('is the code where there is no name', () => {
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
    expect(placeName({ cityName: 'London', regionCode: 'ENG', countryCode: 'GB' }, 'en')).toBe('London, ENG, United Kingdom');
  });

  it('leaves out what is not known, and regions that are numbers', () => {
    expect(placeName({ cityName: 'Warsaw', regionCode: '14', countryCode: 'PL' }, 'en')).toBe('Warsaw, Poland');
    expect(placeName({ cityName: null, countryCode: 'PL' }, 'en')).toBe('Poland');
    expect(placeName({ cityName: 'Warsaw' }, 'en')).toBe('Warsaw');
  });

  it('is nothing where nothing is known', () => {
    expect(placeName(undefined, 'en')).toBeNull();
    expect(placeName({ countryCode: null, cityName: '' }, 'en')).toBeNull();
  });
});
