CREATE TABLE "push_proofs" (
	"repository_id" bigint NOT NULL,
	"uid" text NOT NULL,
	"proved_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "push_proofs_repository_id_uid_pk" PRIMARY KEY("repository_id","uid")
);
--> statement-breakpoint
CREATE TABLE "repository_proofs" (
	"repository_id" bigint NOT NULL,
	"name_key" text NOT NULL,
	"uid" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "repository_proofs_repository_id_name_key_pk" PRIMARY KEY("repository_id","name_key")
);
--> statement-breakpoint
CREATE TABLE "transfers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "transfers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" text NOT NULL,
	"title" text NOT NULL,
	"from_uid" text NOT NULL,
	"to_uid" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "format" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "repository_id" bigint;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "manifest_id" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "owner_proof" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "facts" jsonb;--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "yanked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "yank_reason" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "name_pending" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "file_drawings" ADD COLUMN "tone" text;--> statement-breakpoint
ALTER TABLE "push_proofs" ADD CONSTRAINT "push_proofs_uid_authors_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."authors"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_from_uid_authors_uid_fk" FOREIGN KEY ("from_uid") REFERENCES "public"."authors"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_to_uid_authors_uid_fk" FOREIGN KEY ("to_uid") REFERENCES "public"."authors"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "push_proofs_by_account" ON "push_proofs" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "transfers_by_giver" ON "transfers" USING btree ("from_uid");--> statement-breakpoint
CREATE INDEX "transfers_by_taker" ON "transfers" USING btree ("to_uid");--> statement-breakpoint
CREATE UNIQUE INDEX "projects_by_plugin" ON "projects" USING btree ("repository_id","manifest_id");