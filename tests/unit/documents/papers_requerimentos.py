"""Applications of all agents, also to the DNC of the 1990s, in wordings composed anew: no paper of anybody."""

# ruff: noqa: E501

from __future__ import annotations

from tests.unit.documents.paper_cases import Paper

REQUERIMENTOS: list[Paper] = [
    (
        "requerimento",
        """À
Agência Nacional do Petróleo, Gás Natural e Biocombustíveis
# REQUERIMENTO DE AUTORIZAÇÃO PARA REVENDA VAREJISTA DE COMBUSTÍVEIS AUTOMOTIVOS
POSTO SERRA AZUL LTDA, CNPJ 11.222.333/0001-81, com sede na Avenida Goiás, nº 1450, Setor Central, Anápolis/GO, CEP 75020-010, neste ato representada por seu sócio administrador JOÃO CARLOS DA SILVA, CPF 390.533.447-05, vem requerer autorização para o exercício da atividade de revenda varejista de combustíveis automotivos, nos termos da Resolução ANP nº 41/2013, juntando a Ficha Cadastral e os documentos do art. 7º.
Nestes termos, pede deferimento.
Anápolis, 12 de março de 2026.
JOÃO CARLOS DA SILVA
""",
        {
            "razao_social": "POSTO SERRA AZUL LTDA",
            "cnpj": "11222333000181",
            "endereco": {"logradouro": "Avenida Goiás", "numero": "1450"},
            "data_emissao": "2026-03-12",
            "signatario": "JOÃO CARLOS DA SILVA",
            "destinatario": "Agência Nacional do Petróleo, Gás Natural e Biocombustíveis",
            "atividade": "revenda varejista de combustíveis automotivos",
        },
    ),
    (
        "requerimento",
        """ILMO. SR. DIRETOR DO DEPARTAMENTO NACIONAL DE COMBUSTÍVEIS - DNC
AUTO POSTO CERRADO LTDA., firma estabelecida nesta cidade de Goiânia, Estado de Goiás, à Avenida Anhanguera, nº 5.400, Setor Centro-Oeste, inscrita no CGC/MF sob o nº 11.222.333/0001-81, por seu sócio-gerente abaixo assinado, vem mui respeitosamente requerer a V.Sa. o registro como posto revendedor de combustíveis, nos termos da Portaria MME de 6 de março de 1995, para o que junta a Ficha Cadastral - FC e o alvará de funcionamento.
N. Termos
P. Deferimento.
Goiânia, 10 de abril de 1995.
RAIMUNDO NONATO FERREIRA
Sócio-gerente
""",
        {
            "razao_social": "AUTO POSTO CERRADO LTDA.",
            "cnpj": "11222333000181",
            "data_emissao": "1995-04-10",
            "signatario": "RAIMUNDO NONATO FERREIRA",
            "destinatario": "DEPARTAMENTO NACIONAL DE COMBUSTÍVEIS",
            "endereco": {"logradouro": "Avenida Anhanguera", "numero": "5400"},
        },
    ),
    (
        "requerimento",
        """> Passo Fundo, 20 de janeiro de 1997.
Ao
Departamento Nacional de Combustíveis
Ministério de Minas e Energia
Brasília - DF
Ref.: Registro de Transportador-Revendedor-Retalhista (TRR)
TRR PLANALTO MÉDIO LTDA, CGC 11.222.333/0001-81, com sede na Rodovia RS-324, km 5, Passo Fundo/RS, requer o registro de transportador revendedor retalhista de que trata a Portaria nº 10, de 16 de janeiro de 1997, anexando a documentação exigida.
Atenciosamente,
ANTONIO PEREIRA NETO
Diretor
""",
        {
            "razao_social": "TRR PLANALTO MÉDIO LTDA",
            "cnpj": "11222333000181",
            "data_emissao": "1997-01-20",
            "signatario": "ANTONIO PEREIRA NETO",
            "endereco": {"logradouro": "Rodovia RS-324", "numero": "km 5"},
        },
    ),
    (
        "requerimento",
        """# REQUERIMENTO
Ao Ilmo. Sr. Superintendente de Abastecimento da ANP
Requerente: POSTO FLUTUANTE RIO MADEIRA LTDA
CNPJ: 11.222.333/0001-81
Endereço: Rua da Beira, s/n, Porto, Porto Velho/RO
Embarcação: MADEIRA I
A requerente solicita autorização para o exercício da atividade de revenda varejista de combustíveis em posto flutuante.
Porto Velho/RO, 07/07/2026
Representante legal: EVERTON LUIZ PACHECO
""",
        {
            "razao_social": "POSTO FLUTUANTE RIO MADEIRA LTDA",
            "cnpj": "11222333000181",
            "data_emissao": "2026-07-07",
            "signatario": "EVERTON LUIZ PACHECO",
        },
    ),
    (
        "requerimento",
        """EXMO. SR. MINISTRO DE ESTADO DE MINAS E ENERGIA
# PEDIDO DE REGISTRO DE DISTRIBUIDOR
DISTRIBUIDORA RECÔNCAVO DE PETRÓLEO S.A., com sede na Via de Penetração I, nº 300, Centro Industrial de Aratu, Simões Filho/BA, CGC/MF nº 11.222.333/0001-81, por seus diretores, requer seja-lhe concedido o registro de distribuidor de combustíveis líquidos derivados de petróleo, juntando projeto das instalações e respectivo cronograma.
Pede deferimento.
Salvador, 2 de maio de 1995
HELENA VASCONCELOS PAIVA
Diretora Presidente
""",
        {
            "razao_social": "DISTRIBUIDORA RECÔNCAVO DE PETRÓLEO S.A.",
            "cnpj": "11222333000181",
            "data_emissao": "1995-05-02",
            "signatario": "HELENA VASCONCELOS PAIVA",
        },
    ),
    (
        "requerimento",
        """# REQUERIMENTO DE ALTERAÇÃO CADASTRAL
À ANP - Agência Nacional do Petróleo, Gás Natural e Biocombustíveis
Empresa requerente	CNPJ
POSTO VIA LESTE LTDA	11.222.333/0001-81
Endereço	Município/UF
Avenida Lídio Coelho, 55	Belo Horizonte/MG
Requer a atualização do cadastro de revendedor varejista de combustíveis automotivos, em razão da alteração do quadro societário registrada em 10/06/2026.
Belo Horizonte, 28 de junho de 2026
SÔNIA APARECIDA DE SOUZA
Administradora
""",
        {
            "razao_social": "POSTO VIA LESTE LTDA",
            "cnpj": "11222333000181",
            "data_emissao": "2026-06-28",
            "signatario": "SÔNIA APARECIDA DE SOUZA",
        },
    ),
    (
        "requerimento",
        """Senhores,
# REQUERIMENTO ANP - GNV
A empresa GNV CENTRAL LTDA, inscrita no CNPJ sob o nº 11.222.333/0001-81, situada na Rua Conselheiro Saraiva, 31, São Cristóvão, Rio de Janeiro/RJ, representada por CARLOS EDUARDO MOTA, requer autorização para revenda varejista exclusiva de gás natural veicular (GNV), conforme Resolução ANP nº 41, de 5 de novembro de 2013.
Rio de Janeiro, 1º de outubro de 2026.
""",
        {
            "razao_social": "GNV CENTRAL LTDA",
            "cnpj": "11222333000181",
            "data_emissao": "2026-10-01",
            "signatario": "CARLOS EDUARDO MOTA",
        },
    ),
    (
        "requerimento",
        """# SOLICITAÇÃO DE RECADASTRAMENTO
Ao DNC - Departamento Nacional de Combustíveis
O POSTO SÃO CRISTÓVÃO LTDA, CGC 11.222.333/0001-81, Rua Halfeld, 900, Juiz de Fora/MG, em cumprimento à Portaria do Ministério de Minas e Energia, solicita o seu recadastramento como revendedor varejista.
Juiz de Fora, 30 de maio de 1995.
LÚCIA HELENA PRADO
Procuradora
""",
        {
            "razao_social": "POSTO SÃO CRISTÓVÃO LTDA",
            "cnpj": "11222333000181",
            "data_emissao": "1995-05-30",
            "signatario": "LÚCIA HELENA PRADO",
        },
    ),
]
