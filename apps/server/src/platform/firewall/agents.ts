/**
 * Vulnerability scanners, recognized by their default user agents. Programs that count servers or monitor their
 * availability (Netcraft's survey, monitors, search engine crawlers) are not included.
 */
import { isLetter, isSpace, isWordCode } from './text.ts';

const namesIn = (text: string): string[] => text.split(',').map((name) => name.trim());

const SCANNERS = namesIn(`
  ghauri, ironwasp, n-stalker, tsunamisecurityscanner, nettacker, bfac, sstimap, whatwaf, crawlergo, graphw00f,
  graphql-cop, sqlmap, nikto, wapiti, nuclei, zgrab, masscan, nmap scripting engine, nmap, acunetix, nessus,
  openvas, qualys, netsparker, invicti, arachni, w3af, skipfish, dirbuster, dirb, gobuster, feroxbuster, ffuf,
  fuzz faster u fool, wfuzz, wpscan, joomscan, droopescan, cmsmap, whatweb, wafw00f, sqlninja, sqlsus, jsql,
  bsqlbf, commix, xsser, xsstrike, dalfox, kxss, metasploit, msf, burpcollaborator, owasp zap, zaproxy, zap/,
  webscarab, vega/, grendel-scan, grendelscan, golismero, jaeles, jorgee, morfeus, muieblackcat, zmeu, dfind,
  datacha0s, webinspect, appscan, rapid7, insightappsec, n-stealth, nstealth, nsauditor, webshag, uniscan,
  libwhisker, httprint, httpx - open-source project, projectdiscovery, subfinder, naabu, dirsearch, dotdotpwn,
  fimap, gospider, hakrawler, censysinspect, censys, shodan, internetmeasurement, internet-measurement,
  paloaltonetworks, leakix, l9explore, l9tcpid, l9scan, zoomeye, binaryedge, onyphe, netsystemsresearch,
  detectify, probely, beagle security, tenable, testssl, sslyze, cgichk, core-project, blackwidow,
  webtrends security analyzer, securityscan, security scan, vulnscan, mozilla/5.0 sf, gootkit, mozlila,
  masscan-ng, zgrab2, xray/, pocsuite, fscan, dirmap, yakit, vuls, patrowl, reconftw, arjun, paramspider, crlfuzz,
  tplmap, ssrfmap, nosqlmap, kiterunner, cariddi, aquatone, gowitness, lfisuite, lfimap, liffy, bbqsql, sqlbrute,
  sql power injector, web-sorrow, skavenger, sn1per, joomlavs, vbscan, wprecon, wig/, blindelephant, plecost,
  secunia, siege-scan, zonatransfer, cloudmapper, pycurl-scan, autogetcontent, fhscan, full tilt, domino hunter,
  mysqloit, network-services-auditor, nv32ts, pmafind, sysscan, s.t.a.l.k.e.r, springenwerk, toata dragostea,
  vmap, voideye, web scanner, webbandit, whcc, xenu scan, zeus vulnerability, struts-pwn, shellshock-scan,
  log4j-scan, interactsh, nodezero, stretchoid, securitytrails, palo alto networks, cortex xpanse, modatscanner,
  project-resonance, project discovery, ct-scan, custom-asynchttpclient, zbrowse, cyberscan, bufferover,
  webcruiser, wvs, immuniweb, ptx-scanner, maxpatrol, xspider, safe3, jbrofuzz, powerfuzzer, sfuzz,
  schemathesis-fuzz, restler, cats/
`);

/** Scanner names that are also ordinary words. They count only as a product name, such as `katana/1.0`. */
const ORDINARY = namesIn(`
  absinthe, amass, bilbo, brutus, burp, cherrypicker, clickjacking, expanse, eyewitness, floodgate, goby, grabber,
  havij, hydra, katana, medusa, pangolin, paros, smuggler, whisker
`);

/**
 * Returns whether a user agent contains a name. Short names match only as whole words, and only if the name is
 * unambiguous.
 */
function containsName(lower: string, name: string): boolean {
  for (let at = lower.indexOf(name); at >= 0; at = lower.indexOf(name, at + 1)) {
    const before = lower.charCodeAt(at - 1);
    const after = lower.charCodeAt(at + name.length);
    const isWhole = !isWordCode(before) && (name.endsWith('/') || !isLetter(after));
    if (isWhole) return true;
  }
  return false;
}

/** Outdated browser names that Nikto 2.5 and Wapiti 3 still send exactly, years after the browsers went out of use. */
const BORROWED = new Set([
  'mozilla/5.0 (windows nt 10.0; win64; x64) applewebkit/537.36 (khtml, like gecko) chrome/74.0.3729.169 safari/537.36',
  'mozilla/5.0 (windows nt 6.1; rv:45.0) gecko/20100101 firefox/45.0',
]);

export function isScanner(lower: string): boolean {
  return (
    BORROWED.has(lower.trim()) ||
    SCANNERS.some((name) => containsName(lower, name)) ||
    ORDINARY.some((name) => isProduct(lower, name))
  );
}

/**
 * Returns whether the name is a separate product (RFC 9110 §10.1.5): a version, a comment or nothing follows it, and it
 * is not part of a longer name.
 */
function isProduct(lower: string, name: string): boolean {
  const at = lower.indexOf(name);
  if (at < 0 || isWordCode(lower.charCodeAt(at - 1)) || isLetter(lower.charCodeAt(at + name.length))) return false;
  let next = at + name.length;
  while (isSpace(lower.charCodeAt(next))) next++;
  return next >= lower.length || lower[next] === 'v' || !isLetter(lower.charCodeAt(next));
}
