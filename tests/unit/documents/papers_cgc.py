"""Old CGC cards and pages of partners of the Receita, composed anew: no paper of anybody."""

# ruff: noqa: E501

from __future__ import annotations

from tests.unit.documents.paper_cases import Paper

CARTOES: list[Paper] = [
    (
        "comprovante_cnpj",
        """## MINISTÉRIO DA FAZENDA
## SECRETARIA DA RECEITA FEDERAL
# CADASTRO GERAL DE CONTRIBUINTES - CGC
## CARTÃO DE IDENTIFICAÇÃO DA PESSOA JURÍDICA
CGC/MF	VALIDADE
11.222.333/0001-81	30/06/1998
NOME EMPRESARIAL
AUTO POSTO CERRADO LTDA
TÍTULO DO ESTABELECIMENTO
POSTO CERRADO
CÓDIGO DA ATIVIDADE PRINCIPAL	NATUREZA JURÍDICA
50.50-4	206-2
LOGRADOURO	NÚMERO
AV ANHANGUERA	5400
BAIRRO	MUNICÍPIO	UF	CEP
SETOR CENTRO-OESTE	GOIÂNIA	GO	74550-010
CPF DO RESPONSÁVEL
111.444.777-35
""",
        {
            "cnpj": "11222333000181",
            "razao_social": "AUTO POSTO CERRADO LTDA",
            "nome_fantasia": "POSTO CERRADO",
            "endereco": {"logradouro": "AV ANHANGUERA", "numero": "5400", "cep": "74550010"},
            "cnae_principal": None,
        },
    ),
    (
        "comprovante_cnpj",
        """## RECEITA FEDERAL
# CARTÃO CGC
INSCRIÇÃO	ORDEM	CONTROLE
11.222.333	0001	81
FIRMA OU RAZÃO SOCIAL: TRR PLANALTO MÉDIO LTDA
ENDEREÇO: RODOVIA RS-324 KM 5 - PASSO FUNDO - RS
ATIVIDADE ECONÔMICA: 41.43 COMÉRCIO DE COMBUSTÍVEIS E LUBRIFICANTES
VÁLIDO ATÉ 31/12/1997
""",
        {"cnpj": "11222333000181", "razao_social": "TRR PLANALTO MÉDIO LTDA"},
    ),
    (
        "comprovante_cnpj",
        """## MINISTÉRIO DA FAZENDA - SRF
^ Cadastro Geral de Contribuintes
# CARTÃO DE INSCRIÇÃO NO CGC
C.G.C. N.º 11.222.333/0001-81
DENOMINAÇÃO: DISTRIBUIDORA RECÔNCAVO DE PETRÓLEO S.A.
ESTABELECIMENTO: MATRIZ
ATIVIDADE: 5151-9 Comércio atacadista de combustíveis
LOGRADOURO: VIA DE PENETRAÇÃO I	NÚMERO: 300
BAIRRO: CIA	MUNICÍPIO: SIMÕES FILHO	UF: BA
DATA DE EMISSÃO: 12/03/1995
""",
        {
            "cnpj": "11222333000181",
            "razao_social": "DISTRIBUIDORA RECÔNCAVO DE PETRÓLEO S.A.",
            "matriz_filial": "MATRIZ",
            "data_emissao": "1995-03-12",
        },
    ),
    (
        "comprovante_cnpj",
        """# CGC
## CARTÃO DE IDENTIFICAÇÃO - PESSOA JURÍDICA
MINISTÉRIO DA FAZENDA	SECRETARIA DA RECEITA FEDERAL
01 NÚMERO DE INSCRIÇÃO	02 DATA DE VALIDADE DO CARTÃO
11.222.333/0001-81	30/06/1996
03 FIRMA, RAZÃO OU DENOMINAÇÃO SOCIAL
COMERCIAL DE PETRÓLEO ITAJAÍ LTDA
04 NOME DE FANTASIA
POSTO ITAJAÍ
05 LOGRADOURO	06 NÚMERO
RUA HERCÍLIO LUZ	210
07 BAIRRO OU DISTRITO	08 MUNICÍPIO	09 UF
CENTRO	ITAJAÍ	SC
""",
        {
            "cnpj": "11222333000181",
            "razao_social": "COMERCIAL DE PETRÓLEO ITAJAÍ LTDA",
            "nome_fantasia": "POSTO ITAJAÍ",
            "endereco": {"logradouro": "RUA HERCÍLIO LUZ", "numero": "210", "uf": "SC"},
        },
    ),
]

QSA = """# Consulta Quadro de Sócios e Administradores - QSA
CNPJ: 11.222.333/0001-81
NOME EMPRESARIAL: POSTO SERRA AZUL LTDA
CAPITAL SOCIAL: R$ 200.000,00 (Duzentos mil reais)
O Quadro de Sócios e Administradores (QSA) constante da base de dados do CNPJ é o seguinte:
Nome/Nome Empresarial: JOÃO CARLOS DA SILVA
Qualificação: 49-Sócio-Administrador
Nome/Nome Empresarial: SÔNIA APARECIDA DE SOUZA
Qualificação: 22-Sócio
Nome/Nome Empresarial: PAULO HENRIQUE NUNES
Qualificação: 05-Administrador
Para informações relativas à participação no QSA, acessar o e-CAC com certificado digital.
Emitido no dia 12/03/2026 às 10:20:30 (data e hora de Brasília).
"""
