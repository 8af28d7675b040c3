import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('pt');

export const system: AppWords['system'] = {
  systemPage: {
    ok: 'OK',
    warning: 'Aviso',
    actionNeeded: 'Ação necessária',
    everythingInOrder: 'Tudo está em ordem.',
    ofToLookAt: (open: number, checksCount: number): string =>
      `${number(open)} de ${number(checksCount)} verificações exigem atenção.`,
    system: 'Sistema',
    checksForProductionReadiness:
      'Verificações de prontidão para produção e de segurança. Atualizadas a cada 30 segundos.',
    checkNow: 'Verificar agora',
    productionReadiness: 'Prontidão para produção',
    checksMustPassBeforePeople: 'Verificações que devem ser aprovadas antes que as pessoas dependam desta instalação.',
    security: 'Segurança',
    agesOfKeysAndCertificates: 'Idade de chaves e certificados, configurações fracas, pessoas sem segundo fator.',
    thisServer: 'Este servidor',
    version: 'Versão',
    started: 'Iniciado',
    database: 'Banco de dados',
    postgresql: 'PostgreSQL',
    schema: 'Esquema',
    passed: counted({ one: '# verificação aprovada', other: '# verificações aprovadas' }),
  },
  checks: {
    'public-address': 'Endereço público',
    proxies: 'Proxies',
    database: 'Banco de dados',
    storage: 'Armazenamento de arquivos',
    signing: 'Assinaturas e carimbos do tempo',
    files: 'Arquivos armazenados',
    time: 'Relógio',
    'audit-log': 'Log de auditoria',
    backups: 'Backups',
    archive: 'Arquivamento do banco de dados',
    mail: 'Servidor de e-mail',
    'mail-encrypted': 'Criptografia dos e-mails',
    'mail-signed': 'Assinaturas dos e-mails',
    'master-key': 'Chave mestra',
    'certificate-root': 'Certificado raiz',
    'certificate-issuing': 'Certificado da autoridade emissora',
    'certificate-timestamp': 'Certificado de carimbo do tempo',
    'certificate-ocsp': 'Certificado OCSP',
    'revocation-data': 'Listas de revogação',
    'trusted-lists': 'Listas de confiança',
    'second-factors': 'Segundos fatores',
    'api-keys': 'Chaves de API',
    'files-encrypted': 'Criptografia dos arquivos',
    'database-encrypted': 'Criptografia da conexão com o banco de dados',
    registration: 'Registro de contas',
    'private-addresses': 'Endereços privados',
    log: 'Log do servidor',
  },
};
