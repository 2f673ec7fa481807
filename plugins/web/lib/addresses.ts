import { BlockList, isIP } from "node:net";

/** Everything that is not the public net: IANA's special-purpose registries, and multicast. */
const RANGES: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];

/** Of the sixth version only what is given out to the public (2000::/3), without what carries other addresses inside. */
const PUBLIC_6: readonly [string, number] = ["2000::", 3];
const RANGES_6: readonly (readonly [string, number])[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

/** Tells public addresses from those of this machine and of private networks. */
export type AddressGuard = (address: string) => boolean;

/** @returns whether an address, as the resolver gives it, is of the public net */
export function publicAddresses(): AddressGuard {
  const blocked = new BlockList();
  for (const [net, prefix] of RANGES) blocked.addSubnet(net, prefix, "ipv4");
  for (const [net, prefix] of RANGES_6) blocked.addSubnet(net, prefix, "ipv6");
  const given = new BlockList();
  given.addSubnet(...PUBLIC_6, "ipv6");
  return (address) => {
    switch (isIP(address)) {
      case 4:
        return !blocked.check(address, "ipv4");
      case 6:
        return given.check(address, "ipv6") && !blocked.check(address, "ipv6");
      default:
        return false;
    }
  };
}
