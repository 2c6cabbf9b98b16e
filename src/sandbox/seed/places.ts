/** Where sessions of the seed were used: addresses reserved for documentation, with real cities. */

interface Place {
  readonly countryCode: string;
  readonly regionCode: string;
  readonly cityName: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly tzIdentifier: string;
}

const place = (
  countryCode: string,
  regionCode: string,
  cityName: string,
  latitude: number,
  longitude: number,
  tzIdentifier: string,
): Place => ({
  countryCode,
  regionCode,
  cityName,
  latitude,
  longitude,
  tzIdentifier,
});

export const places: readonly Place[] = [
  place('GB', 'ENG', 'London', 51.5074, -0.1278, 'Europe/London'),
  place('CH', 'ZH', 'Zurich', 47.3769, 8.5417, 'Europe/Zurich'),
  place('IE', 'L', 'Dublin', 53.3498, -6.2603, 'Europe/Dublin'),
  place('FR', 'IDF', 'Paris', 48.8566, 2.3522, 'Europe/Paris'),
  place('DE', 'BE', 'Berlin', 52.52, 13.405, 'Europe/Berlin'),
  place('ES', 'MD', 'Madrid', 40.4168, -3.7038, 'Europe/Madrid'),
  place('PL', '14', 'Warsaw', 52.2297, 21.0122, 'Europe/Warsaw'),
  place('NO', '03', 'Oslo', 59.9139, 10.7522, 'Europe/Oslo'),
  place('EG', 'C', 'Cairo', 30.0444, 31.2357, 'Africa/Cairo'),
  place('NG', 'LA', 'Lagos', 6.5244, 3.3792, 'Africa/Lagos'),
  place('KE', '30', 'Nairobi', -1.2921, 36.8219, 'Africa/Nairobi'),
  place('IN', 'MH', 'Mumbai', 19.076, 72.8777, 'Asia/Kolkata'),
  place('JP', '13', 'Tokyo', 35.6762, 139.6503, 'Asia/Tokyo'),
  place('KR', '11', 'Seoul', 37.5665, 126.978, 'Asia/Seoul'),
  place('BR', 'SP', 'São Paulo', -23.5505, -46.6333, 'America/Sao_Paulo'),
  place('CA', 'ON', 'Toronto', 43.6532, -79.3832, 'America/Toronto'),
  place('US', 'CA', 'San Francisco', 37.7749, -122.4194, 'America/Los_Angeles'),
  place('NZ', 'AUK', 'Auckland', -36.8485, 174.7633, 'Pacific/Auckland'),
];

/** The three ranges of RFC 5737. */
export const addressRanges = ['203.0.113.', '198.51.100.', '192.0.2.'] as const;

/** A place as sessions record it. */
export function ipInfo(index: number, ip: string): string {
  return JSON.stringify({ ip, ...places[index % places.length] });
}
