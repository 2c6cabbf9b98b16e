import { laterCode } from './later-code';

export const serviceData = laterCode(() => import('./service-data'));
