import type { ErrorSentences } from '../../error-sentences.ts';

export const errorCodes: ErrorSentences = {
  INVALID_CREDENTIALS: 'O endereço de e-mail ou a senha está incorreta.',
  LOGIN_STEP_EXPIRED: 'Esta entrada expirou. Digite sua senha novamente.',
  INVALID_LINK: 'Este link não é válido. Abra o link mais recente ou peça um novo ao remetente.',
  PAYMENT_FAILED:
    'O pagamento foi recusado, por isso o plano não foi alterado. Atualize a forma de pagamento e tente novamente.',
  FORBIDDEN: 'Sua função não permite isso.',
  STORAGE_QUOTA_EXCEEDED:
    'O arquivo ultrapassa o armazenamento da sua organização. Exclua arquivos de que não precisa mais ou peça mais espaço ao operador deste servidor.',
  REGISTRATION_CLOSED: 'O registro é feito somente por convite. Peça um convite a um administrador da sua organização.',
  WRONG_PASSWORD: 'A senha está incorreta.',
  WRONG_CODE: 'O código está incorreto ou já foi usado. Espere pelo próximo ou use um código de recuperação.',
  TWO_FACTOR_REQUIRED: 'Sua organização exige um segundo fator. Configure um primeiro.',
  NETWORK_NOT_ALLOWED:
    'Sua organização permite o acesso somente a partir de determinadas redes, e seu endereço não faz parte delas. Fale com um administrador.',
  PASSKEY_REFUSED: 'Esta chave de acesso não foi aceita. Tente novamente ou entre de outra forma.',
  EMAIL_NOT_VERIFIED: 'Seu endereço de e-mail ainda não foi confirmado. Abra o link do e-mail de confirmação.',
  NO_ORGANIZATION: 'Sua conta não pertence mais a nenhuma organização. Peça um convite a um administrador.',
  SSO_REFUSED: 'A entrada pela sua organização falhou. Tente novamente. Se falhar de novo, fale com o administrador.',
  SSO_NOT_ALLOWED:
    'Sua organização confirmou sua identidade, mas não lhe deu acesso. Peça um convite a um administrador.',
  NOT_FOUND: 'Não há nada neste endereço.',
  DOCUMENT_NOT_FOUND: 'Documento não encontrado.',
  TEMPLATE_NOT_FOUND: 'Modelo não encontrado.',
  DRAFT_CHANGED: 'Outra pessoa salvou este rascunho. Recarregue-o e faça suas alterações novamente.',
  SETTINGS_CHANGED: 'Outra pessoa alterou as configurações. Recarregue-as e faça sua alteração novamente.',
  TEMPLATE_CHANGED: 'Outra pessoa alterou este modelo. Recarregue-o e faça sua alteração novamente.',
  SIGNER_HAS_SIGNED:
    'Este destinatário já assinou. O nome e o endereço fazem parte da assinatura e não podem mais ser alterados.',
  ACCOUNT_EXISTS: 'Já existe uma conta com este endereço. Entre e abra o link novamente.',
  ALREADY_INVITED: 'Esta pessoa já tem um convite em aberto com outra função. Revogue-o primeiro.',
  ALREADY_MEMBER: 'Esta pessoa já é membro.',
  LAST_OWNER: 'Uma organização precisa de um proprietário. Transfira primeiro a propriedade ou exclua a organização.',
  EMAIL_TAKEN: 'Outra conta já usa este endereço.',
  DOMAIN_RECORD_MISSING:
    'O registro TXT não foi encontrado ou tem outro valor. Alterações de DNS podem levar um dia para aparecer em toda parte. Tente mais tarde.',
  LEGAL_HOLD:
    'Um bloqueio legal abrange estes dados. Um administrador precisa removê-lo antes que os dados possam ser excluídos.',
  MAIL_LINK_INVALID: 'Este link expirou, está incompleto ou já foi usado. Peça um novo.',
  SERVICE_UNAVAILABLE: 'O serviço está temporariamente indisponível. Nada foi alterado.',
  MAIL_NOT_CONFIGURED:
    'Nenhum servidor de e-mail está configurado, por isso não é possível enviar documentos. Fale com o operador deste servidor.',
};
