"""Applications, requests of cancellation and notices of closing, in wordings composed anew: no paper of anybody."""

# ruff: noqa: E501

from __future__ import annotations

from tests.unit.documents.paper_cases import Paper

CANCELAMENTOS: list[Paper] = [
    (
        "requerimento_cancelamento",
        """À
AGÊNCIA NACIONAL DO PETRÓLEO, GÁS NATURAL E BIOCOMBUSTÍVEIS - ANP
Superintendência de Abastecimento
# REQUERIMENTO DE CANCELAMENTO DE AUTORIZAÇÃO
AUTO POSTO ANTIGO LTDA, inscrita no CNPJ sob o nº 11.222.333/0001-81, estabelecida na Avenida Brasil, nº 2.300, Bairro Industrial, Cascavel/PR, CEP 85816-290, autorização nº PR0012345, por seu sócio administrador abaixo assinado, vem requerer o cancelamento da autorização para o exercício da atividade de revenda varejista de combustíveis automotivos, por não mais operar no endereço acima.
Nestes termos, pede deferimento.
Cascavel, 14 de abril de 2026.
______________________________
ROBERTO CARLOS FIGUEIRA
Sócio administrador - CPF 390.533.447-05
""",
        {
            "razao_social": "AUTO POSTO ANTIGO LTDA",
            "cnpj": "11222333000181",
            "endereco": {"logradouro": "Avenida Brasil", "numero": "2300", "municipio": "Cascavel", "uf": "PR"},
            "data_emissao": "2026-04-14",
            "atividade": "revenda varejista de combustíveis automotivos",
            "signatario": "ROBERTO CARLOS FIGUEIRA",
        },
    ),
    (
        "requerimento_cancelamento",
        """> Rio Branco (AC), 3 de março de 2015
Ilmo. Sr. Superintendente de Abastecimento da ANP
Ref.: Solicitação de cancelamento de registro de revendedor
Senhor Superintendente,
A firma J. A. PESSOA COMBUSTÍVEIS - ME, CNPJ 11.222.333/0001-81, que operava posto revendedor na Estrada Dias Martins, 1.010, Triângulo, Rio Branco - AC, vem solicitar o cancelamento do registro nº 0045678, uma vez que o estabelecimento foi assumido por outra empresa.
Atenciosamente,
JOSÉ ANTÔNIO PESSOA
Titular
""",
        {
            "razao_social": "J. A. PESSOA COMBUSTÍVEIS - ME",
            "cnpj": "11222333000181",
            "data_emissao": "2015-03-03",
        },
    ),
    (
        "requerimento_cancelamento",
        """# PEDIDO DE CANCELAMENTO DE CADASTRO
## Revenda varejista de combustíveis automotivos
Requerente
Razão social	CNPJ
POSTO TREVO DA SERRA LTDA	11.222.333/0001-81
Endereço do estabelecimento
Rodovia BR-040, km 512, Zona Rural, Ribeirão das Neves/MG
Nº da autorização	Data da última operação
MG0098765	28/02/2026
Motivo: venda do ponto comercial à empresa que ora requer autorização no mesmo endereço.
O representante legal abaixo solicita o cancelamento do cadastro na ANP.
Local e data: Ribeirão das Neves, 02/03/2026
Assinatura (firma reconhecida)
OTÁVIO BRANDÃO MELO
""",
        {
            "razao_social": "POSTO TREVO DA SERRA LTDA",
            "cnpj": "11222333000181",
            "endereco": {"logradouro": "Rodovia BR-040", "numero": "km 512", "uf": "MG"},
            "data_emissao": "2026-03-02",
        },
    ),
    (
        "requerimento_cancelamento",
        """# REQUERIMENTO
Ao Senhor Diretor-Geral da Agência Nacional do Petróleo
Assunto: revogação da autorização de revenda
DISTRIBUIDORA E POSTO IPÊ AMARELO LTDA, CNPJ nº 11.222.333/0001-81, com sede na Rua Dom Pedro II, 88, Centro, Dourados/MS, requer a revogação de sua autorização, publicada no D.O.U. de 12/05/2009, em razão do encerramento das atividades de revenda no local.
P. deferimento.
Dourados, 19 de janeiro de 2026
LÚCIA HELENA PRADO, procuradora
""",
        {
            "razao_social": "DISTRIBUIDORA E POSTO IPÊ AMARELO LTDA",
            "cnpj": "11222333000181",
            "endereco": {"logradouro": "Rua Dom Pedro II", "numero": "88", "municipio": "Dourados"},
            "data_emissao": "2026-01-19",
        },
    ),
    (
        "requerimento_cancelamento",
        """## POSTO NOSSA SENHORA DE FÁTIMA LTDA
^ CNPJ 11.222.333/0001-81 - Praça da Matriz, 5, Centro, Crateús/CE - CEP 63700-000
# SOLICITAÇÃO DE CANCELAMENTO DE AUTORIZAÇÃO
À ANP
Solicitamos o cancelamento da nossa autorização para revenda varejista de combustíveis, tendo em vista que não operamos mais no endereço acima desde 31/12/2025.
Crateús, 05 de janeiro de 2026.
FABIANA CORREIA DIAS
Administradora
Reconheço por semelhança a firma de FABIANA CORREIA DIAS. Dou fé. Crateús, 05/01/2026. Cartório do 2º Ofício.
""",
        {
            "razao_social": "POSTO NOSSA SENHORA DE FÁTIMA LTDA",
            "cnpj": "11222333000181",
            "data_emissao": "2026-01-05",
            "endereco": {"logradouro": "Praça da Matriz", "numero": "5"},
        },
    ),
    (
        "requerimento_cancelamento",
        """ILUSTRÍSSIMO SENHOR SUPERINTENDENTE DE ABASTECIMENTO DA AGÊNCIA NACIONAL DO PETRÓLEO
# CANCELAMENTO DE REGISTRO DE TRR
TRANSPORTADORA REVENDEDORA OURO VERDE LTDA, pessoa jurídica inscrita no CNPJ/MF nº 11.222.333/0001-81, sediada na Avenida Perimetral Norte, nº 4.000, Distrito Industrial, Rio Verde/GO, neste ato representada por seu diretor CELSO AMARAL PIRES, vem, respeitosamente, requerer o cancelamento do seu registro de transportador-revendedor-retalhista.
Termos em que pede deferimento.
Rio Verde, aos 8 de julho de 2026.
""",
        {
            "razao_social": "TRANSPORTADORA REVENDEDORA OURO VERDE LTDA",
            "cnpj": "11222333000181",
            "endereco": {"logradouro": "Avenida Perimetral Norte", "numero": "4000", "municipio": "Rio Verde"},
            "data_emissao": "2026-07-08",
            "signatario": "CELSO AMARAL PIRES",
        },
    ),
    (
        "requerimento_cancelamento",
        """# REQUERIMENTO PARA CANCELAMENTO DA AUTORIZAÇÃO DE REVENDA
1. Empresa: COMERCIAL PETROLÍFERA BAIXADA LTDA - EPP
2. CNPJ: 11.222.333/0001-81
3. Endereço: Rua Frei Gaspar, 1.777 - Centro - São Vicente - SP - 11310-061
4. Autorização ANP: SP0123456
5. Responsável: DANILO MARTINS ROCHA (sócio) - CPF: 529.982.247-25
Requer à Agência Nacional do Petróleo, Gás Natural e Biocombustíveis o cancelamento da autorização acima, declarando que as instalações foram transferidas.
São Vicente, 22/06/2026
""",
        {
            "razao_social": "COMERCIAL PETROLÍFERA BAIXADA LTDA - EPP",
            "cnpj": "11222333000181",
            "endereco": {"logradouro": "Rua Frei Gaspar", "numero": "1777", "cep": "11310061"},
            "data_emissao": "2026-06-22",
        },
    ),
    (
        "requerimento_cancelamento",
        """Prezados Senhores da ANP,
## Assunto: CANCELAMENTO DA AUTORIZAÇÃO
Eu, VERA LÚCIA TAVARES, CPF 111.444.777-35, na qualidade de administradora de POSTO CAIS DO PORTO LTDA, CNPJ 11.222.333/0001-81, localizado no endereço Avenida Borges de Medeiros, 10, Centro, Rio Grande/RS, requeiro o cancelamento da autorização outorgada pelo Despacho nº 321/2011, pois a empresa não exerce mais a atividade.
Rio Grande, 30 de setembro de 2026.
Respeitosamente,
""",
        {
            "razao_social": "POSTO CAIS DO PORTO LTDA",
            "cnpj": "11222333000181",
            "endereco": {"logradouro": "Avenida Borges de Medeiros", "numero": "10", "uf": "RS"},
            "data_emissao": "2026-09-30",
            "signatario": "VERA LÚCIA TAVARES",
        },
    ),
]

ENCERRAMENTOS: list[Paper] = [
    (
        "comunicacao_encerramento",
        """À Agência Nacional do Petróleo, Gás Natural e Biocombustíveis
# COMUNICAÇÃO DE ENCERRAMENTO DE ATIVIDADES
POSTO ESTRELA DO NORTE LTDA, CNPJ 11.222.333/0001-81, estabelecido na Rua Barão do Rio Branco, 450, Centro, Macapá/AP, vem comunicar o encerramento de suas atividades de revenda varejista de combustíveis automotivos em 15/08/2026, sem sucessor no local.
Macapá, 20 de agosto de 2026.
RAIMUNDO NONATO FERREIRA
Sócio-gerente
""",
        {
            "razao_social": "POSTO ESTRELA DO NORTE LTDA",
            "cnpj": "11222333000181",
            "endereco": {"logradouro": "Rua Barão do Rio Branco", "numero": "450"},
            "data_emissao": "2026-08-20",
        },
    ),
    (
        "comunicacao_encerramento",
        """> Ofício nº 12/2026
> Teresina, 10 de fevereiro de 2026
À ANP - Superintendência de Distribuição e Logística
Assunto: encerramento da atividade de revenda de GLP
Prezados Senhores,
Comunicamos que a empresa GÁS DO MEIO NORTE LTDA, CNPJ 11.222.333/0001-81, encerrou as atividades de revenda de GLP no estabelecimento da Avenida Frei Serafim, nº 2.020, Centro, Teresina/PI. Data da última venda: 31/01/2026.
Atenciosamente,
HELENA VASCONCELOS PAIVA
Diretora
""",
        {
            "razao_social": "GÁS DO MEIO NORTE LTDA",
            "cnpj": "11222333000181",
            "endereco": {"logradouro": "Avenida Frei Serafim", "numero": "2020"},
            "data_emissao": "2026-02-10",
            "numero": "12/2026",
        },
    ),
    (
        "comunicacao_encerramento",
        """# COMUNICADO DE ENCERRAMENTO DE ATIVIDADE
Empresa: AUTO POSTO BEIRA RIO LTDA
CNPJ: 11.222.333/0001-81
Endereço: Avenida Beira Rio, 700 - Porto - Corumbá/MS - CEP 79331-050
Data do encerramento: 30/06/2026
Informamos o encerramento da atividade de revenda varejista de combustíveis e a desativação das instalações.
Corumbá, 03/07/2026
""",
        {
            "razao_social": "AUTO POSTO BEIRA RIO LTDA",
            "cnpj": "11222333000181",
            "endereco": {"logradouro": "Avenida Beira Rio", "numero": "700"},
            "data_emissao": "2026-07-03",
        },
    ),
    (
        "comunicacao_encerramento",
        """Ao Departamento Nacional de Combustíveis - DNC
# CARTA DE ENCERRAMENTO
Pela presente, a firma TRR CHAPADA DIAMANTINA LTDA, inscrita no CGC/MF sob o nº 11.222.333/0001-81, com sede na Praça do Comércio, 12, Centro, Lençóis/BA, vem comunicar que cessou as atividades de transportador-revendedor-retalhista em 31 de outubro de 1996.
Lençóis, 5 de novembro de 1996.
""",
        {
            "razao_social": "TRR CHAPADA DIAMANTINA LTDA",
            "cnpj": "11222333000181",
            "endereco": {"logradouro": "Praça do Comércio", "numero": "12"},
            "data_emissao": "1996-11-05",
        },
    ),
    (
        "comunicacao_encerramento",
        """# DECLARAÇÃO DE ENCERRAMENTO DA ATIVIDADE DE REVENDA
Declaramos à Agência Nacional do Petróleo que o estabelecimento POSTO PRINCESA DO SERTÃO LTDA, CNPJ nº 11.222.333/0001-81, situado à Avenida Maria Quitéria, 1.200, Feira de Santana - BA, deixou de exercer a atividade de revenda varejista em 12 de maio de 2026.
Feira de Santana, 25 de maio de 2026
CARLOS EDUARDO MOTA - sócio administrador
""",
        {
            "razao_social": "POSTO PRINCESA DO SERTÃO LTDA",
            "cnpj": "11222333000181",
            "endereco": {"logradouro": "Avenida Maria Quitéria", "numero": "1200"},
            "data_emissao": "2026-05-25",
        },
    ),
    (
        "comunicacao_encerramento",
        """## AVISO DE ENCERRAMENTO DE ATIVIDADES À ANP
Razão social: POSTO DUAS BARRAS LTDA
CNPJ: 11.222.333/0001-81
Logradouro: Estrada da Pedra, 9.000
Bairro: Guaratiba
Município/UF: Rio de Janeiro/RJ
Atividade	Revenda varejista de combustíveis automotivos
Data da última venda	10/09/2026
Comunica o encerramento das atividades, não sucedida por outra empresa no endereço.
Rio de Janeiro, 18 de setembro de 2026
""",
        {
            "razao_social": "POSTO DUAS BARRAS LTDA",
            "cnpj": "11222333000181",
            "endereco": {"logradouro": "Estrada da Pedra", "numero": "9000", "municipio": "Rio de Janeiro"},
            "data_emissao": "2026-09-18",
        },
    ),
    (
        "comunicacao_encerramento",
        """Senhor Superintendente,
COMUNICAÇÃO DE DESATIVAÇÃO DE INSTALAÇÕES
A POSTO FLUTUANTE TAPAJÓS LTDA (CNPJ 11.222.333/0001-81), com endereço na Rua da Praia, s/n, Santarém/PA, comunica a essa Agência Nacional do Petróleo o encerramento da atividade do posto flutuante e a retirada da embarcação do local em 02/02/2026.
Santarém (PA), 9 de fevereiro de 2026.
""",
        {
            "razao_social": "POSTO FLUTUANTE TAPAJÓS LTDA",
            "cnpj": "11222333000181",
            "data_emissao": "2026-02-09",
        },
    ),
    (
        "comunicacao_encerramento",
        """# COMUNICAÇÃO À ANP
Vimos comunicar que encerramos nossas atividades.
Identificação da empresa: COMBUSTÍVEIS LITORAL SUL LTDA - CNPJ 11.222.333/0001-81
Local: Rua Osvaldo Cruz, 33, Centro, Ilhéus/BA
Data do encerramento das atividades: 01/04/2026
Ilhéus, 2 de abril de 2026.
""",
        {
            "razao_social": "COMBUSTÍVEIS LITORAL SUL LTDA",
            "cnpj": "11222333000181",
            "data_emissao": "2026-04-02",
        },
    ),
]
