import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const BRIDGE = 'podmoga0'
const FORWARD = '/proc/sys/net/ipv4/ip_forward'
/** The addresses of docs/operations/two-servers.md. */
const NET = '10.0.0.0/24'
export const GATEWAY = '10.0.0.1'

const ip = (line: string): void =>
  void execFileSync('ip', line.split(' '), { stdio: ['ignore', 'ignore', 'inherit'] })
const rules = (how: '-A' | '-D'): void => {
  for (const rule of [
    `-t nat ${how} POSTROUTING -s ${NET} ! -d ${NET} -j MASQUERADE`,
    `${how} FORWARD -i ${BRIDGE} -j ACCEPT`,
    `${how} FORWARD -o ${BRIDGE} -j ACCEPT`,
  ])
    spawnSync('iptables', rule.split(' '), { stdio: 'ignore' })
}

export interface Place {
  namespace: string
  address: string
  /** Disconnects and reconnects the machine's network. */
  unplug: () => void
  plug: () => void
}

/** Creates network namespaces for two machines on one private network with internet access. */
export const openNetwork = (): { places: [Place, Place]; close: () => void } => {
  const forwarded = readFileSync(FORWARD, 'utf8')
  ip(`link add ${BRIDGE} type bridge`)
  ip(`addr add ${GATEWAY}/24 dev ${BRIDGE}`)
  ip(`link set ${BRIDGE} up`)
  writeFileSync(FORWARD, '1')
  rules('-A')
  const open = (name: string, address: string): Place => {
    const namespace = `podmoga-${name}`
    const inside = (line: string) => ip(`-n ${namespace} ${line}`)
    ip(`netns add ${namespace}`)
    ip(`link add podmoga-${name} type veth peer name host0 netns ${namespace}`)
    ip(`link set podmoga-${name} master ${BRIDGE} up`)
    inside('link set lo up')
    inside(`addr add ${address}/24 dev host0`)
    const plug = () => {
      inside('link set host0 up')
      inside(`route replace default via ${GATEWAY}`)
    }
    plug()
    return { namespace, address, unplug: () => inside('link set host0 down'), plug }
  }
  const places: [Place, Place] = [open('a', '10.0.0.11'), open('b', '10.0.0.12')]
  const close = () => {
    for (const { namespace } of places) spawnSync('ip', ['netns', 'delete', namespace])
    spawnSync('ip', ['link', 'delete', BRIDGE])
    rules('-D')
    writeFileSync(FORWARD, forwarded)
  }
  return { places, close }
}
