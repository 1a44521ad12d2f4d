CREATE TABLE "versions" (
	"project_id" text COLLATE "C" NOT NULL,
	"version" text NOT NULL,
	"file_id" text,
	"notes" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "versions_project_id_version_pk" PRIMARY KEY("project_id","version")
);
--> statement-breakpoint
CREATE TABLE "writes" (
	"uid" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"answer" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "writes_uid_key_pk" PRIMARY KEY("uid","key")
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "owner_uid" text;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "state" text DEFAULT 'stored' NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "attached_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "width" integer;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "height" integer;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "placeholder" text;--> statement-breakpoint
ALTER TABLE "versions" ADD CONSTRAINT "versions_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "versions" ADD CONSTRAINT "versions_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "writes" ADD CONSTRAINT "writes_uid_accounts_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."accounts"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "versions_by_file" ON "versions" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "writes_by_age" ON "writes" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_owner_uid_authors_uid_fk" FOREIGN KEY ("owner_uid") REFERENCES "public"."authors"("uid") ON DELETE set null ON UPDATE no action;