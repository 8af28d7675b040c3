/**
 * Networks in the form that administrators enter: an address, or an address with a prefix length (RFC 4632, RFC 4291
 * §2.3).
 */
import { z } from 'zod';

const ADDRESS = z.union([z.ipv4(), z.ipv6()]);
const NETWORK = z.union([z.cidrv4(), z.cidrv6()]);

export const isNetwork = (text: string): boolean => ADDRESS.safeParse(text).success || NETWORK.safeParse(text).success;
